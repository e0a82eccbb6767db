/** `countersign doctor`, as an operator uses it. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { json, makeAlice, makeApp, makeToken, run, scratchDirectory } from "./command.ts";
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
}

const url = "https://id.example.com/1.1/account/verify_credentials.json";

// interface §16.32
test("doctor — a file, standard input and options; as lines and as JSON; a secret in none of it", async () => {
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
        token: pair.oauth_token,
        tokenSecret,
      }),
    );
  const curl = (header: string) => `curl '${url}' -H 'Authorization: ${header}'\n`;
  const asked = (input: string, ...args: string[]) =>
    json<Answer>(["doctor", ...args], { ...options, input });

  const right = await asked(curl(signed(pair.oauth_token_secret)));
  assert.deepEqual([right.right, right.findings, right.signed_base_string], [true, [], null]);

  const [swapped] = (await asked(curl(signed(keys.consumer_secret)))).findings;
  assert.deepEqual(
    [swapped?.cause, swapped?.certainty],
    ["token-secret-is-consumer-secret", "proved"],
  );

  const file = join(directory.path, "request.http");
  const http = signed(pair.oauth_token_secret, url.replace("https:", "http:"));
  writeFileSync(file, `GET ${url} HTTP/1.1\r\nAuthorization: ${http}\r\n\r\n`);
  const printed = await runHere(["doctor", file], options);
  assert.equal(printed.status, 0, printed.stderr);
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

  const byOptions = await json<Answer>(
    ["doctor", "--url", url, "--header", `Authorization: ${signed("wrong")}`],
    options,
  );
  assert.deepEqual(
    byOptions.findings.map(({ cause, certainty }) => [cause, certainty]),
    [["wrong-secret", "guess"]],
  );

  await runHere(["token", "revoke", "--token", pair.oauth_token], options);
  const [revoked] = (await asked(curl(signed(pair.oauth_token_secret)))).findings;
  assert.deepEqual([revoked?.cause, revoked?.details["by"]], ["token-revoked", "operator"]);

  const all = JSON.stringify([right, printed, byOptions, revoked, swapped]);
  for (const secret of [keys.consumer_secret, pair.oauth_token_secret]) {
    assert.ok(!all.includes(secret));
  }
});

// interface §16.32
test("doctor — what cannot be read ends with 2, an unknown key with 1, and both say what to do", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const empty = await run(["doctor"], { ...options, input: "" });
  assert.deepEqual([empty.status, empty.stdout], [2, ""]);
  assert.match(empty.stderr, /there is nothing to read/);
  const unsigned = await run(["doctor"], { ...options, input: "GET https://id.example.com/" });
  assert.equal(unsigned.status, 2);
  assert.match(unsigned.stderr, /--consumer-key/);
  const header = 'Authorization: OAuth oauth_consumer_key="unknown"';
  const unknown = await runHere(["doctor", "--url", url, "--header", header], options);
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /no application has the consumer key/);
  const nowhere = await runHere(["doctor", join(directory.path, "nothing")], options);
  assert.equal(nowhere.status, 1);
});

// interface §16.32
test("doctor --id — what a running server refused, by the header of its answer; another ID ends with 1", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options);
  const pair = await makeToken(options, keys);
  await using server = await serveHere(options);
  const path = `${server.baseUrl}/1.1/account/verify_credentials.json`;
  const [consumer, token] = [keys.consumer_secret, pair.oauth_token_secret];
  const credentials = {
    consumerKey: keys.consumer_key,
    consumerSecret: consumer,
    token: pair.oauth_token,
    tokenSecret: consumer,
  };
  const authorization = authorizationHeader(signedPairs("GET", path, credentials));
  const { status, headers } = await fetch(path, { headers: { authorization } });
  assert.equal(status, 401);
  const id = headers.get("x-countersign-request") ?? "";
  // The record is written after the refusal was answered.
  let found = await runHere(["doctor", "--id", id], options);
  for (let tries = 0; found.status === 1 && tries < 20; tries += 1) {
    found = await runHere(["doctor", "--id", id], options);
  }
  assert.equal(found.status, 0, found.stderr);
  assert.match(found.stdout, /^Refused at \S+ with code 32: Could not authenticate you\n\nGET /);
  assert.match(found.stdout, /oauth_signature="\[hidden\]"/);
  assert.match(found.stdout, /The consumer secret was used as the token’s secret/);
  const shown = await json<Answer & { refused: { id: string; code: number; request: string } }>(
    ["doctor", "--id", id],
    options,
  );
  assert.deepEqual([shown.refused.id, shown.refused.code], [id, 32]);
  assert.equal(shown.findings[0]?.cause, "token-secret-is-consumer-secret");
  for (const secret of [consumer, token]) {
    assert.ok(!JSON.stringify([found, shown]).includes(secret));
  }

  const other = await runHere(["doctor", "--id", `${id}0`], options);
  assert.equal(other.status, 1);
  assert.match(other.stderr, /there is no refused request with the ID .*they are kept for a day/);
  const both = await runHere(["doctor", "--id", id, "request.txt"], options);
  assert.deepEqual([both.status, both.stdout], [2, ""]);
  assert.match(both.stderr, /--id stands alone/);
});
