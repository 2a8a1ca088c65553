"""The wire: what a body looks like when it comes in, and when it goes out.

Schemas of requests are loaded (once made, they are used again and again); schemas of replies only describe: replies
are the engine's views, encoded as they are, and a test holds the two together.
"""
