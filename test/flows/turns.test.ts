/** Requests that are judged together, and what happens to them while they wait for each other. */
import assert from "node:assert/strict";
import { text as wholeText } from "node:stream/consumers";
import { test } from "node:test";
import { maxInTurn } from "../../src/http/server/turns.ts";
import type { Pair } from "../support/flow.ts";
import { type OpenConnection, openConnection, sendInOneTurn } from "../support/one-turn.ts";
import { keepLedgersOnDisk, makeAccessToken } from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { startWorld, type World } from "../support/world.ts";

keepLedgersOnDisk();

const path = "/1.1/account/verify_credentials.json";

test("200 and 401 — the requests of a turn, whatever the others are and although one client has left", async () => {
  await using world = await startWorld();
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const replayed = signed(world, token);
  const [valid, wrong, leaving, first, second] = [
    await waiting(world, signed(world, token)),
    await waiting(world, signed(world, { ...token, secret: "wrong" })),
    await waiting(world, signed(world, token)),
    await waiting(world, replayed),
    await waiting(world, replayed),
  ] as const;
  await sendInOneTurn([valid, wrong, leaving, first, second].map(sentOn), () => {
    leaving.connection.wire.resetAndDestroy();
  });
  const [ofValid, ofWrong, ...ofReplayed] = await Promise.all([
    valid.response,
    wrong.response,
    first.response,
    second.response,
  ]);
  assert.match(ofValid, /^HTTP\/1\.1 200 /);
  assert.match(ofWrong, /^HTTP\/1\.1 401 .*"code":32/s);
  assert.deepEqual(ofReplayed.map((one) => one.slice(9, 12)).sort(), ["200", "401"]);
  await assert.rejects(leaving.response);
});

test("200 — a stopping service serves the requests that wait for their turn", async () => {
  const world = await startWorld();
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const requests = await Promise.all(
    Array.from({ length: maxInTurn + 1 }, () => waiting(world, signed(world, token))),
  );
  let stopped: PromiseLike<void> | undefined;
  await sendInOneTurn(requests.map(sentOn), () => {
    stopped = world[Symbol.asyncDispose]();
  });
  for (const { response } of requests) assert.match(await response, /^HTTP\/1\.1 200 /);
  await stopped;
});

interface Waiting {
  readonly connection: OpenConnection;
  readonly request: Buffer;
  readonly response: Promise<string>;
}

async function waiting({ baseUrl }: World, request: string): Promise<Waiting> {
  const connection = await openConnection(baseUrl);
  const response = wholeText(connection.socket);
  response.catch(() => {});
  return { connection, request: await connection.bytesOf(request), response };
}

function sentOn({ connection, request }: Waiting) {
  return [connection, request] as const;
}

function signed({ baseUrl, application }: World, { token, secret }: Pair): string {
  const credentials = { ...application, token, tokenSecret: secret };
  const authorization = authorizationHeader(signedPairs("GET", baseUrl + path, credentials));
  return `GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`;
}
