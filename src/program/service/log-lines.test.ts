import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonLine, saidIn, textLine } from "./log-lines.ts";

const plain = { isTerminal: false, isColored: false };
const entry = (fields: object) =>
  `${JSON.stringify({ level: 30, time: "2026-07-01T12:00:00.000Z", ...fields })}\n`;

test("a line for people has the time, the level, the message, and the fields", () => {
  assert.equal(
    textLine(entry({ event: "user.created", users: 3, msg: "user.created" }), plain),
    "2026-07-01T12:00:00.000Z info  user.created users=3\n",
  );
  assert.equal(
    textLine(entry({ level: 40, msg: "slow" }), { isTerminal: true, isColored: false }),
    "12:00:00Z warn  slow\n",
  );
});

test("what isn't one word is in quotes, so that it can't be taken for another field", () => {
  assert.match(
    textLine(entry({ name: "Bot level=60", msg: "m" }), plain),
    / name="Bot level=60"\n$/,
  );
  assert.match(textLine(entry({ name: 'a" b="c', msg: "m" }), plain), / name="a\\" b=\\"c"\n$/);
  assert.match(
    textLine(entry({ name: "", keys: ["k1"], none: null, msg: "m" }), plain),
    / name="" keys=\["k1"\] none=null\n$/,
  );
});

// A caller chooses names, paths and headers that are logged.
test("no field and no message ends its line, controls the terminal, or hides a part of it", () => {
  const hostile = [
    "a\n2026-07-01T12:00:00.000Z error forged",
    "a\r\u001b[2K\u001b]0;title\u0007",
    "a\u009b31mb\u0085c",
    "a\u2028b\u2029c",
    "user\u202etxt.exe\u2066\u200b\ufeff\u{e0001}",
  ];
  for (const text of hostile) {
    for (const fields of [
      { name: text, msg: "m" },
      { msg: text },
      { [text]: 1, msg: "m" },
      { deep: { in: [text] }, msg: "m" },
    ]) {
      const line = textLine(entry(fields), plain);
      assert.match(line, /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\n$/u, JSON.stringify(text));
    }
  }
  assert.match(textLine(entry({ name: "a\u001bb", msg: "m" }), plain), / name="a\\u001bb"\n$/);
  assert.match(textLine(entry({ msg: "a\nb" }), plain), / a\\nb\n$/);
});

test("in JSON too, no character controls the terminal on which a line is shown", () => {
  const text = "a\u009b31m\u202eb\u2028\u007f\u{e0001}";
  const line = jsonLine(entry({ name: text, msg: text }));
  assert.match(line, /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\n$/u);
  assert.equal(JSON.parse(line).name, text);
});

test("only a terminal gets colors, and a value of others never sets one", () => {
  const line = textLine(entry({ level: 50, name: "\u001b[31m", msg: "m" }), {
    isTerminal: true,
    isColored: true,
  });
  const codes = line
    .split("\u001b")
    .slice(1)
    .map((part) => part.split("m", 1)[0]);
  assert.deepEqual(codes, ["[2", "[0", "[31", "[0", "[2", "[0"]);
});

test("what is said besides the log is a line of the log in JSON, and its own text otherwise", () => {
  const said = {
    level: "fatal",
    msg: "it can't start",
    fields: { port: 1 },
    text: "no\n",
  } as const;
  assert.equal(saidIn("text", said), "no\n");
  const { time, ...object } = JSON.parse(saidIn("json", said));
  assert.deepEqual(object, { level: 60, port: 1, msg: "it can't start" });
  assert.match(time, /^\d{4}-.*Z$/);
});
