/**
 * The stripped verifier: what nobody who checks signed requests can do without, on a bare `node:http` server.
 * HTTP, the header's parameters, the base string, the HMAC, and a nonce that is in a file before the answer. It
 * knows its secrets from the start, asks no database, and checks neither limits nor who is suspended.
 */
import { createHash, hash, timingSafeEqual } from "node:crypto";
import { openSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordedAnswer, Signer } from "../load/plan.ts";
import { openTokensFile } from "../store/tokens-file.ts";

export interface Stripped {
  readonly answer: RecordedAnswer;
  readonly origin: string;
  readonly applications: readonly Signer[];
  readonly tokensFile: string;
  readonly journal: string;
}

process.once("message", ({ answer, origin, applications, tokensFile, journal }: Stripped) => {
  const keys = new Map<string, Key>();
  const tokens = openTokensFile(tokensFile);
  for (let at = 0; at < tokens.count; at += 1) {
    const { application, token, secret } = tokens.read(at);
    keys.set(token, keyOf(`${applications[application]?.consumerSecret}&${secret}`));
  }
  const spent = new Set<string>();
  const file = openSync(journal, "a");
  let turn: { digests: string[]; responses: ServerResponse[] } | undefined;
  const body = Buffer.from(answer.body, "latin1");

  const server = createServer((request, response) => {
    const digest = verified(request);
    if (digest === undefined) {
      response.writeHead(401).end();
      return;
    }
    if (turn === undefined) {
      turn = { digests: [], responses: [] };
      setImmediate(writeTurn);
    }
    turn.digests.push(digest);
    turn.responses.push(response);
  });
  server.keepAliveTimeout = answer.keepAliveSeconds * 1000;
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

  function writeTurn(): void {
    if (turn === undefined) return;
    const { digests, responses } = turn;
    turn = undefined;
    writeSync(file, Buffer.from(digests.join(""), "latin1"));
    for (const response of responses) {
      response.writeHead(answer.status, [...answer.headers]);
      response.end(body);
    }
  }

  /** The digest of the nonce that it spends; undefined: rejected. */
  function verified({ method, url = "", headers }: IncomingMessage): string | undefined {
    const { authorization = "" } = headers;
    if (!authorization.startsWith("OAuth ")) return undefined;
    const parameters = new Map<string, string>();
    for (const pair of authorization.slice(6).split(", ")) {
      const equals = pair.indexOf("=");
      parameters.set(pair.slice(0, equals), decodeURIComponent(pair.slice(equals + 2, -1)));
    }
    const signature = parameters.get("oauth_signature") ?? "";
    parameters.delete("oauth_signature");
    const normalized = [...parameters]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .sort()
      .join("&");
    const uri = encodeURIComponent(origin + url);
    const key = keys.get(parameters.get("oauth_token") ?? "");
    const timestamp = parameters.get("oauth_timestamp") ?? "";
    if (key === undefined || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300)
      return undefined;
    const expected = hmac(`${method}&${uri}&${encodeURIComponent(normalized)}`, key);
    const presented = Buffer.from(signature);
    if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) {
      return undefined;
    }
    const nonce = `${parameters.get("oauth_token")}\0${timestamp}\0${parameters.get("oauth_nonce")}`;
    const digest = hash("sha256", nonce, "binary").slice(0, 16);
    if (spent.has(digest)) return undefined;
    spent.add(digest);
    return digest;
  }
});
process.on("disconnect", () => process.exit());

interface Key {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

function keyOf(text: string): Key {
  const block = Buffer.alloc(64);
  const bytes = text.length > 64 ? createHash("sha1").update(text).digest() : Buffer.from(text);
  bytes.copy(block);
  const combined = (pad: number) => Buffer.from(block.map((byte) => byte ^ pad));
  return { inner: combined(0x36), outer: combined(0x5c) };
}

const message = Buffer.alloc(4096);

function hmac(text: string, { inner, outer }: Key): Buffer {
  inner.copy(message);
  const length = 64 + message.write(text, 64, "latin1");
  const digest = hash("sha1", message.subarray(0, length), "binary");
  outer.copy(message);
  message.write(digest, 64, "latin1");
  return Buffer.from(hash("sha1", message.subarray(0, 84), "base64"));
}
