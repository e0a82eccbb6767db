import assert from "node:assert/strict";
import { test } from "node:test";
import { envFile, envFileName } from "./env-file.ts";

test("a file is named after its application, in letters that every system takes", () => {
  const names = ["Weather Bot", "Café 24/7", "../../etc/passwd", "طقس", "a".repeat(50)];
  assert.deepEqual(
    names.map((name) => envFileName(name)),
    [
      "weather-bot.env",
      "cafe-24-7.env",
      "etc-passwd.env",
      "application.env",
      `${"a".repeat(50)}.env`,
    ],
  );
  assert.equal(envFileName("Weather Bot", "consumer"), "weather-bot-consumer.env");
});

test("its lines are what programs read from the environment", () => {
  assert.equal(
    envFile({ CONSUMER_KEY: "k", CONSUMER_SECRET: "s" }),
    "CONSUMER_KEY=k\nCONSUMER_SECRET=s",
  );
});
