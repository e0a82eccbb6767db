/**
 * Unmodified libraries of other languages: access by a PIN, and calls of an API as the user and as the application
 * alone, with values that are easily encoded wrongly.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { approvalOf } from "../support/flow.ts";
import { startVerifyingApi } from "./verified-world.ts";

interface Library {
  readonly title: string;
  readonly command: readonly [string, string];
  /** Arguments of the program with which it succeeds if the library is installed. */
  readonly present: readonly string[];
  readonly methods: readonly string[];
}

const libraries: readonly Library[] = [
  {
    title: "Ruby, oauth",
    command: ["ruby", "three-legged.rb"],
    present: ["-e", 'require "oauth"'],
    methods: ["HMAC-SHA1"],
  },
  {
    title: "Perl, Net::OAuth",
    command: ["perl", "three-legged.pl"],
    present: ["-MNet::OAuth", "-e", "1"],
    methods: ["HMAC-SHA1", "HMAC-SHA256"],
  },
  {
    title: "PHP, the OAuth extension",
    command: ["php", "three-legged.php"],
    present: ["-r", "exit(class_exists('OAuth') ? 0 : 1);"],
    methods: ["HMAC-SHA1", "HMAC-SHA256"],
  },
  {
    title: "Python, requests-oauthlib",
    command: ["/usr/bin/python3", "three-legged.py"],
    present: ["-c", "import requests_oauthlib"],
    methods: ["HMAC-SHA1", "HMAC-SHA256"],
  },
];

/** Browsers send the line ends of a form as CR LF. */
const values = [
  "one\r\ntwo\nthree",
  "  two  spaces   and three ",
  '<p class="a">It\'s 100% &amp; more</p>',
  "Zürich – 東京 🎓👩‍🏫",
  "a+b=c&d;e~f*(g)!",
];

interface Line {
  readonly label: string;
  readonly token?: string;
  readonly status?: number;
  readonly body?: string;
}

for (const { title, command, present, methods } of libraries) {
  const [program, file] = command;
  const skip =
    spawnSync(program, present).status !== 0 &&
    `${title}: not installed; see the packages in .ci/run`;
  for (const method of methods) {
    test(`${title}: a PIN, a user and the application alone, ${method}`, { skip }, async () => {
      await using api = await startVerifyingApi({ SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" });
      const { world, origin } = api;
      const { application, alice, baseUrl } = world;
      const child = spawn(program, [`test/interop/clients/${file}`], {
        env: {
          ...process.env,
          BASE_URL: baseUrl,
          API_ORIGIN: origin,
          CONSUMER_KEY: application.consumerKey,
          CONSUMER_SECRET: application.consumerSecret,
          SIGNATURE_METHOD: method,
          VALUES: JSON.stringify(values),
        },
        stdio: ["pipe", "pipe", "inherit"],
      });
      const ended = once(child, "close");
      const lines: Line[] = [];
      for await (const text of createInterface({ input: child.stdout })) {
        const line = JSON.parse(text) as Line;
        lines.push(line);
        if (line.token === undefined) continue;
        child.stdin.end(`${await approvalOf(baseUrl, line.token, alice)}\n`);
      }
      assert.deepEqual(await ended, [0, null]);
      const [, profile, ...calls] = lines;
      assert.equal(JSON.parse(profile?.body ?? "").screen_name, "alice");
      const expected = values.flatMap((value) =>
        ["application", "user"].flatMap((label) => [
          [label, 200, label, value],
          [label, 200, label, value],
        ]),
      );
      const results = calls.map(({ label, status, body = "" }) => {
        const { caller, text } = JSON.parse(body);
        return [label, status, caller?.context, text];
      });
      const sorted = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
      assert.deepEqual(sorted(results), sorted(expected));
    });
  }
}
