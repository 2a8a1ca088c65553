"""Problem documents (RFC 9457) and what explains them."""

from marshmallow import fields

from schemas.fields import Reply, described, maybe_number, maybe_text, number, text, texts


class FieldError(Reply):
    pointer = text("Where: a JSON pointer into the body, or /query/<name>, or /headers/<name>.", example="/card")
    detail = text("What is wrong there.")


class Problem(Reply):
    type = text("Where the problem is explained.", example="/problems/not-your-turn")
    title = text("The problem, in a few words.")
    status = number("The HTTP status.", example=409)
    detail = text("The problem, in a sentence.")
    instance = maybe_text("The path of the request, if it could be read.")
    code = text("Names the problem. More codes may come.", example="not-your-turn")
    request_id = text("Names the request in the logs; X-Request-ID if it was sent.")
    version = maybe_number("In a game: the version it is at.")
    decision_id = maybe_text("In a game: the decision that is open.")
    allowed_actions = texts("In a game: what the caller may do now.", required=False)
    errors = fields.List(fields.Nested(FieldError), metadata=described("Which fields are wrong, with status 422."))


class ProblemExplanation(Reply):
    code = text("Names the problem.", example="not-your-turn")
    status = number("The HTTP status that it comes with.", example=409)
    title = text("The problem, in a few words.")
    explanation = text("What it means.")


class Health(Reply):
    status = text("ok", example="ok")
