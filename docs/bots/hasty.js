// A player of any title: takes the boldest word it finds among what is legal, and ends its turn soon.
//
// wargame-tui match montys_gamble/basic --allied "program:node docs/bots/hasty.js" --german random
"use strict";
const readline = require("node:readline");

const BOLD = ["assault", "attack", "fire", "roll", "advance", "move", "to"];
const PATIENCE = 40; // decisions in a turn: from then on it ends what can be ended, or tries anything

let turn = "";
let decisions = 0;

function boldness(command) {
  const place = BOLD.indexOf(command.verb);
  return place < 0 ? 0 : BOLD.length - place;
}

function choose({ status, legal }) {
  decisions = status.turn === turn ? decisions + 1 : 0;
  turn = status.turn;
  const commands = legal.commands.map((each) => each.command);
  const end = commands.find((command) => ["end", "pass", "done"].includes(command.verb));
  if (decisions > PATIENCE) return { command: end ?? commands[decisions % commands.length] };
  return { command: commands.reduce((best, each) => (boldness(each) > boldness(best) ? each : best)) };
}

const METHODS = {
  "bot.initialize": () => ({ name: "Hasty", protocol: 1 }),
  "bot.choose": choose,
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "bot.end") process.exit(0);
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: METHODS[method](params) }) + "\n");
});
