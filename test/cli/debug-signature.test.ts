/** `countersign debug-signature`, as an administrator uses it. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import {
  makeAlice,
  makeApp,
  makeToken,
  type RunOptions,
  run,
  scratchDirectory,
} from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

interface Answer {
  readonly right: boolean;
  readonly findings: readonly {
    readonly cause: string;
    readonly certainty: string;
    readonly what: string;
    readonly change: string;
    readonly details: Readonly<Record<string, unknown>>;
  }[];
  readonly base_string: string | null;
  readonly signed_base_string: string | null;
  readonly first_difference: number | null;
  readonly assumed_origin?: string | null;
}

/** The object that `debug-signature --json` prints, if it ends with this status. */
async function examined<T = Answer>(
  args: readonly string[],
  options: RunOptions,
  expected: number,
): Promise<T> {
  const perform = options.input === undefined ? runHere : run;
  const { status, stdout, stderr } = await perform([...args, "--json"], options);
  assert.equal(status, expected, `${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

const url = "https://id.example.com/1.1/account/verify_credentials.json";

// interface §16.32
test("debug-signature — a file, standard input and options; as lines and as JSON; a secret in none of it", async () => {
  using directory = scratchDirectory();
  const options = {
    settings: {
      DATA_DIR: directory.path,
      BASE_URL: "https://id.example.com",
      TRUSTED_PROXIES: "127.0.0.1",
    },
  };
  await makeAlice(options);
  const keys = await makeApp(options);
  const pair = await makeToken(options, keys);
  const signed = (tokenSecret: string, address = url) =>
    authorizationHeader(
      signedPairs("GET", address, {
        consumerKey: keys.consumer_key,
        consumerSecret: keys.consumer_secret,
        token: pair.token,
        tokenSecret,
      }),
    );
  const curl = (header: string) => `curl '${url}' -H 'Authorization: ${header}'\n`;
  const asked = (input: string, status = 1) =>
    examined(["debug-signature"], { ...options, input }, status);

  const right = await asked(curl(signed(pair.token_secret)), 0);
  assert.deepEqual([right.right, right.findings, right.signed_base_string], [true, [], null]);

  const [swapped] = (await asked(curl(signed(keys.consumer_secret)))).findings;
  assert.deepEqual(
    [swapped?.cause, swapped?.certainty],
    ["token-secret-is-consumer-secret", "certain"],
  );

  const file = join(directory.path, "request.http");
  const http = signed(pair.token_secret, url.replace("https:", "http:"));
  writeFileSync(file, `GET ${url} HTTP/1.1\r\nAuthorization: ${http}\r\n\r\n`);
  const printed = await runHere(["debug-signature", file], options);
  assert.equal(printed.status, 1, printed.stderr);
  assert.match(
    printed.stdout,
    /^The URL was signed with http:\/\/id\.example\.com, but it’s https:/,
  );
  const [, expected = "", client = "", mark = ""] =
    /signs {2}(.+)\n.+signed {2}(.+)\n( +)\^\n$/.exec(printed.stdout) ?? [];
  const at = mark.length - "the service signs  ".length;
  assert.deepEqual(
    [expected.slice(0, at), expected[at], client[at]],
    [client.slice(0, at), "s", "%"],
  );

  const byOptions = await examined(
    ["debug-signature", "--url", url, "--header", `Authorization: ${signed("wrong")}`],
    options,
    1,
  );
  assert.deepEqual(
    byOptions.findings.map(({ cause, certainty }) => [cause, certainty]),
    [["wrong-secret", "guess"]],
  );

  await runHere(["token", "revoke", "--yes", "--token", pair.token], options);
  const [revoked] = (await asked(curl(signed(pair.token_secret)))).findings;
  assert.deepEqual([revoked?.cause, revoked?.details["by"]], ["token-revoked", "admin"]);

  const all = JSON.stringify([right, printed, byOptions, revoked, swapped]);
  for (const secret of [keys.consumer_secret, pair.token_secret]) {
    assert.ok(!all.includes(secret));
  }
});

// interface §16.32
test("debug-signature — without the server's settings, a URL that they would name is not a fault", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const options = { settings };
  await makeAlice(options);
  const keys = await makeApp(options);
  const pair = await makeToken(options, keys);
  const signed = (address: string, consumerSecret: string) =>
    `Authorization: ${authorizationHeader(
      signedPairs("GET", address, {
        consumerKey: keys.consumer_key,
        consumerSecret,
        token: pair.token,
        tokenSecret: pair.token_secret,
      }),
    )}`;
  const causesOf = (answer: Answer) => answer.findings.map(({ cause }) => cause);
  const base = { BASE_URL: "https://id.example.com", TRUSTED_PROXIES: "127.0.0.1" };
  const profile = "/1.1/account/verify_credentials.json";
  for (const [address, unset, more] of [
    ["http://127.0.0.1:9000/me", "COUNTERSIGN_API_ORIGINS", {}],
    ["https://API.example.com:443/me", "COUNTERSIGN_API_ORIGINS", base],
    [`https://id.example.com${profile}`, "COUNTERSIGN_BASE_URL", {}],
  ] as const) {
    const here = { settings: { ...settings, ...more } };
    const header = signed(address, keys.consumer_secret);
    const right = await runHere(["debug-signature", "--url", address, "--header", header], here);
    assert.equal(right.status, 0, right.stdout);
    assert.match(right.stdout, /^Nothing is wrong: the signature matches\./);
    const { origin, host, pathname, search } = new URL(address);
    assert.ok(right.stdout.includes(`holds for ${origin}, as the request has it. ${unset} isn't`));
    const target = pathname + search;
    const byHost = ["--url", target, "--header", header, "--header", `Host: ${host}`];
    const behind = await examined(["debug-signature", ...byHost], here, 0);
    assert.deepEqual([behind.right, behind.assumed_origin], [true, origin]);
    const wrong = ["--url", address, "--header", signed(address, pair.token_secret)];
    const faulty = await examined(["debug-signature", ...wrong], here, 1);
    assert.deepEqual(causesOf(faulty), ["consumer-secret-is-token-secret"]);
  }

  // Where the settings are there, they decide; so does the server's own URL on this machine.
  for (const [address, more] of [
    ["https://api.example.com/me", { ...base, API_ORIGINS: "https://other.example.com" }],
    [`https://api.example.com${profile}`, base],
    [`http://localhost:8080${profile}`, {}],
  ] as const) {
    const args = ["--url", address, "--header", signed(address, keys.consumer_secret)];
    const here = { settings: { ...settings, ...more } };
    const other = await examined(["debug-signature", ...args], here, 1);
    assert.deepEqual([causesOf(other), other.assumed_origin], [["host"], null], address);
  }
});

// interface §16.32
test("debug-signature — what cannot be read ends with 2, an unknown key with 1, and both say what to do", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const empty = await run(["debug-signature"], { ...options, input: "" });
  assert.deepEqual([empty.status, empty.stdout], [2, ""]);
  assert.match(empty.stderr, /there is nothing to read/);
  const unsigned = await run(["debug-signature"], {
    ...options,
    input: "GET https://id.example.com/",
  });
  assert.equal(unsigned.status, 2);
  assert.match(unsigned.stderr, /--consumer-key/);
  const header = 'Authorization: OAuth oauth_consumer_key="unknown"';
  const unknown = await runHere(["debug-signature", "--url", url, "--header", header], options);
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /no application has the consumer key/);
  const nowhere = await runHere(["debug-signature", join(directory.path, "nothing")], options);
  assert.deepEqual([nowhere.status, nowhere.stdout], [2, ""]);
  assert.match(nowhere.stderr, /cannot be read: file not found/);
  const mistyped = await runHere(
    ["debug-signature", "--url", url, "--consumer-key", "mistyped"],
    options,
  );
  assert.deepEqual([mistyped.status, mistyped.stdout], [2, ""]);
});

// interface §16.32
test("debug-signature --id — what a running server rejected, by the header of its response; another ID ends with 2", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options);
  const pair = await makeToken(options, keys);
  await using server = await serveHere(options);
  const path = `${server.baseUrl}/1.1/account/verify_credentials.json`;
  const [consumer, token] = [keys.consumer_secret, pair.token_secret];
  const credentials = {
    consumerKey: keys.consumer_key,
    consumerSecret: consumer,
    token: pair.token,
    tokenSecret: consumer,
  };
  const authorization = authorizationHeader(signedPairs("GET", path, credentials));
  const { status, headers } = await fetch(path, { headers: { authorization } });
  assert.equal(status, 401);
  const id = headers.get("x-countersign-request") ?? "";
  // The record is written after the rejection was answered.
  let found = await runHere(["debug-signature", "--id", id], options);
  for (let tries = 0; found.status === 2 && tries < 20; tries += 1) {
    found = await runHere(["debug-signature", "--id", id], options);
  }
  assert.equal(found.status, 1, found.stderr);
  assert.match(found.stdout, /^Rejected at \S+ with code 32: Could not authenticate you\n\nGET /);
  assert.match(found.stdout, /oauth_signature="\[hidden\]"/);
  assert.match(found.stdout, /The consumer secret was used as the token’s secret/);
  const shown = await examined<
    Answer & { rejected: { id: string; code: number; request: string } }
  >(["debug-signature", "--id", id], options, 1);
  assert.deepEqual([shown.rejected.id, shown.rejected.code], [id, 32]);
  assert.equal(shown.findings[0]?.cause, "token-secret-is-consumer-secret");
  for (const secret of [consumer, token]) {
    assert.ok(!JSON.stringify([found, shown]).includes(secret));
  }

  const request = ["app", "request", "--consumer-key", keys.consumer_key, "--request"];
  const one = await runHere([...request, id], options);
  assert.equal(one.status, 0, one.stderr);
  assert.match(one.stdout, /^Rejected with code 32: Could not authenticate you\n\nThe consumer /);
  assert.match(one.stdout, /\nrequest +GET \/1\.1\/account\/verify_credentials\.json\n/);
  assert.match(one.stdout, /\nBase string:\nGET&http/);
  const json = await runHere([...request, id, "--json"], options);
  const { rejection } = JSON.parse(json.stdout);
  assert.deepEqual(rejection.diagnosis.findings, shown.findings);
  for (const secret of [consumer, token]) {
    assert.ok(!JSON.stringify([one, json]).includes(secret));
  }
  const unknown = await runHere([...request, `${id}0`], options);
  assert.deepEqual([unknown.status, unknown.stdout], [1, ""]);
  assert.match(unknown.stderr, /request log has no request with this ID\. It may have expired/);

  const other = await runHere(["debug-signature", "--id", `${id}0`], options);
  assert.equal(other.status, 2);
  assert.match(
    other.stderr,
    /there is no rejected request with the ID .*they are kept for as long as COUNTERSIGN_REQUEST_LOG_DAYS says/,
  );
  const both = await runHere(["debug-signature", "--id", id, "request.txt"], options);
  assert.deepEqual([both.status, both.stdout], [2, ""]);
  assert.match(both.stderr, /--id can't be combined/);
});
