/**
 * `node bench/timing.ts`: whether the time of a response tells how wrong a guess was. Pairs of wrong
 * requests go to a started service in turn, one at a time; printed are the means of the fastest nine
 * tenths and Welch's t. Beyond about 4.5 either way, look closer. A look, not a proof.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basicHeader } from "../test/support/flow.ts";
import type { TestApplication } from "../test/support/service.ts";
import { Connection } from "./load/connection.ts";
import { httpRequest, type SignedFor, signedRequest } from "./load/request.ts";
import { startService } from "./servers/service.ts";
import { callback, makeStore } from "./store/store.ts";
import { openTokensFile } from "./store/tokens-file.ts";

const samples = 6000;
const warmUp = 2000;

const directory = mkdtempSync(join(tmpdir(), "countersign-timing-"));
try {
  const store = await makeStore(directory, { tokens: 1000, userCount: 0 });
  await using service = await startService(directory);
  const { origin } = service;
  using tokens = openTokensFile(store.tokensFile);
  const { application, token, secret } = tokens.read(0);
  const [consumer, other] = [store.applications[application], store.applications[application + 1]];
  if (consumer === undefined || other === undefined) throw new Error("the store is too small");
  const user = { ...consumer, token, tokenSecret: secret };
  const anonymous = { ...consumer, consumerKey: altered(consumer.consumerKey, 0) };

  console.log("µs, mean of the fastest nine tenths".padEnd(52), "one", "other", "t");
  await look("signature wrong at its first or its last character", [
    () => withSignature(use(origin, user), (text) => altered(text, 0)),
    () => withSignature(use(origin, user), (text) => altered(text, 26)),
  ]);
  await look("Basic secret wrong at its first or its last character", [
    () => basic(origin, { ...consumer, consumerSecret: altered(consumer.consumerSecret, 0) }),
    () => basic(origin, { ...consumer, consumerSecret: altered(consumer.consumerSecret, 49) }),
  ]);
  await look("consumer key known or unknown, signature wrong", [
    () => withSignature(ask(origin, consumer), (text) => altered(text, 0)),
    () => withSignature(ask(origin, anonymous), (text) => altered(text, 0)),
  ]);
  await look("consumer key known or unknown at Basic", [
    () => basic(origin, { ...consumer, consumerSecret: altered(consumer.consumerSecret, 0) }),
    () => basic(origin, { ...anonymous, consumerSecret: altered(consumer.consumerSecret, 0) }),
  ]);

  async function look(what: string, pair: readonly [() => string, () => string]): Promise<void> {
    const connection = await Connection.open(service.port);
    const times: [number[], number[]] = [[], []];
    for (let at = 0; at < warmUp + samples; at += 1) {
      // Who goes first changes by chance, so that neither always follows the other.
      const order = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const);
      for (const side of order) {
        const request = Buffer.from(pair[side](), "latin1");
        const started = performance.now();
        const { status } = await connection.send(request);
        const micros = (performance.now() - started) * 1000;
        if (status !== 401 && status !== 403) throw new Error(`${what}: answered ${status}`);
        if (at >= warmUp) times[side].push(micros);
      }
    }
    connection.close();
    const [one, another] = times.map(trimmed);
    if (one === undefined || another === undefined) return;
    const t =
      (one.mean - another.mean) /
      Math.sqrt(one.variance / one.count + another.variance / another.count);
    console.log(what.padEnd(52), one.mean.toFixed(1), another.mean.toFixed(1), t.toFixed(2));
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function use(origin: string, user: SignedFor): string {
  return signedRequest("GET", origin, "/1.1/account/verify_credentials.json", user);
}

function ask(origin: string, { consumerKey, consumerSecret }: TestApplication): string {
  const oauth = { oauth_callback: callback };
  return signedRequest(
    "POST",
    origin,
    "/oauth/request_token",
    { consumerKey, consumerSecret },
    oauth,
  );
}

function basic(origin: string, application: TestApplication): string {
  const headers = { authorization: basicHeader(application) };
  return httpRequest("POST", origin, "/oauth2/token", headers, "grant_type=client_credentials");
}

function withSignature(request: string, change: (signature: string) => string): string {
  return request.replace(/(oauth_signature=")([^"]+)/, (_, name, encoded) => {
    return name + encodeURIComponent(change(decodeURIComponent(encoded)));
  });
}

function altered(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}

function trimmed(times: readonly number[]): { count: number; mean: number; variance: number } {
  const kept = times.toSorted((one, other) => one - other).slice(0, times.length * 0.9);
  const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length;
  const squares = kept.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { count: kept.length, mean, variance: squares / (kept.length - 1) };
}
