// One call, typed by what openapi-typescript makes of the specification.
import type { components, paths } from "./schema";

type Create = paths["/v1/games"]["post"];
type Body = Create["requestBody"]["content"]["application/json"];
type Grant = Create["responses"][201]["content"]["application/json"];
type Player = components["schemas"]["GameView"]["players"][number];

declare const process: { argv: string[] };

const body: Body = { name: "Ada", options: { hand_size: 5 } };
const reply = await fetch(process.argv[2] + "/v1/games", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const grant: Grant = await reply.json();
const names = grant.game.players.map((player: Player) => player.name);
console.log(JSON.stringify({ status: grant.game.status, players: names, hand_size: grant.game.options.hand_size }));
export {};
