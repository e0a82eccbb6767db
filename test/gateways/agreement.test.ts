/**
 * One table of requests, each judged by the service's own resource, by `POST /verify`, by the middleware and by the
 * gateways: all accept it from the same user, or reject it with the same response, headers and body included.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type TestContext, test } from "node:test";
import express from "express";
import { countersign } from "../../packages/client/src/express.ts";
import { answer, listen } from "../../packages/client/test/apis.ts";
import { basicHeader, bearerFor, revoke } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { type RawResponse, sendRaw } from "../support/raw-http.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestService,
} from "../support/service.ts";
import {
  authorizationHeader,
  encode,
  type Pairs,
  type SigningCredentials,
  signedPairs,
} from "../support/signing.ts";
import { secret } from "./cases.ts";
import { caddy, haproxy, nginx, njs } from "./configured.ts";
import { startApi } from "./gateway.ts";

// As in production: gateways are asked about ledgers in files.
keepLedgersOnDisk();

const path = "/1.1/account/verify_credentials.json";
const formType = "Content-Type: application/x-www-form-urlencoded";

interface Sent {
  readonly target: string;
  readonly lines: readonly string[];
  readonly host?: readonly string[];
  readonly body?: string;
  /** Whether the body is a form, which some gateways cannot show to the service. */
  readonly isForm?: boolean;
  /** Whether it is sent once before, which spends its nonce. */
  readonly twice?: boolean;
}

/** Who is accepted, or the status and code of the error response. */
type Judged = string;

const unread = "400 (code 215)";

interface Judge {
  readonly send: (sent: Sent) => Promise<RawResponse>;
  /** Whether it sees forms. Those that do not reject every signed form. */
  readonly forms: boolean;
  /** Finds whom it accepted in what it answers. */
  readonly whom: RegExp;
}

async function startJudges(t: TestContext, service: TestService): Promise<Record<string, Judge>> {
  const url = String(service.internalUrl);
  const protect = countersign({ url, secret, origin: service.baseUrl, onFailure: () => {} });
  const router = express.Router();
  router.get(path, protect({ requires: { context: "user" } }), answer);
  const served = await listen(express().use(router));
  t.after(() => served[Symbol.asyncDispose]());
  const api = await startApi();
  t.after(() => api[Symbol.asyncDispose]());
  const to = (base: string) => (sent: Sent) => sendRaw(base, { method: "GET", ...sent });
  const judges: Record<string, Judge> = {
    resource: { send: to(service.baseUrl), forms: true, whom: /"id_str":"(\d+)"/ },
    verify: { send: (sent) => verify(service, sent), forms: true, whom: /"user_id":"(\d+)"/ },
    middleware: { send: to(served.url), forms: true, whom: /"userId":"(\d+)"/ },
  };
  for (const [name, { skip, start, forms }] of Object.entries({ nginx, njs, caddy, haproxy })) {
    if (skip !== false) {
      t.diagnostic(`${name} does not judge: ${skip}`);
      continue;
    }
    const port = await freePort();
    const parts = { port, countersign: new URL(url).host, api: api.address };
    const own = { origin: service.baseUrl, requires: "context=user" };
    const gateway = await start({ ...parts, ...own }, undefined);
    t.after(() => gateway[Symbol.asyncDispose]());
    const whom = /"x-countersign-user-id","(\d+)"/i;
    judges[name] = { send: to(`http://127.0.0.1:${port}`), forms, whom };
  }
  return judges;
}

/** The request as a server describes it that has no client library; two Authorization headers cannot be described. */
async function verify(service: TestService, { target, lines, body }: Sent): Promise<RawResponse> {
  const headerOf = (name: string) =>
    lines.find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2);
  const response = await fetch(`${service.internalUrl}/verify`, {
    method: "POST",
    headers: { "x-countersign-secret": secret },
    body: JSON.stringify({
      method: "GET",
      origin: service.baseUrl,
      target,
      authorization: headerOf("Authorization"),
      content_type: headerOf("Content-Type"),
      body,
      requires: { context: "user" },
    }),
  });
  const text = await response.text();
  const decision = JSON.parse(text);
  if (decision.valid) return { status: 200, headers: response.headers, body: text };
  return { ...decision.response, headers: new Headers(decision.response.headers) };
}

async function judged({ send }: Judge, sent: Sent): Promise<RawResponse> {
  if (sent.twice) await send(sent);
  return send(sent);
}

function inWords({ status, body }: RawResponse, { whom }: Judge): Judged {
  if (status === 200) return `accepted: ${whom.exec(body)?.[1]}`;
  // nginx rejects two headers itself, before it asks.
  const [, code] = /"code":(\d+)/.exec(body) ?? [];
  return code === undefined && status === 400 ? unread : `${status} (code ${code})`;
}

/** Each server has its own of these, and an ID says that the request was kept for its developer. */
const ownHeaders = new Set(["date", "connection", "content-length", "x-countersign-request"]);

/** What a client sees of an error response, with the headers that the service's own resource sends. */
function seen({ status, headers, body }: RawResponse, names: Iterable<string>): object {
  const values = [...names].filter((name) => !ownHeaders.has(name));
  return {
    status,
    ...Object.fromEntries(values.map((name) => [name, headers.get(name)])),
    body: body.replace(/time is \d+/, "time is N"),
  };
}

test("the service's own resource, the middleware and the gateways agree on every request", async (t) => {
  const limits = { RATE_LIMITS: "", INTERNAL_SECRET: secret };
  const service = await startTestService(limits);
  t.after(() => service[Symbol.asyncDispose]());
  const { baseUrl, dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const bob = await makeUser(ledger, "bob");
  const application = await makeApplication(ledger, alice, { requestEmail: true });
  const other = await makeApplication(ledger, alice);
  const suspended = await makeApplication(ledger, bob);
  const pairOf = async (of: typeof application, user: typeof alice) => {
    const { token, secret: tokenSecret } = await makeAccessToken(ledger, of, user, "read", true);
    return { ...of, token: String(token), tokenSecret };
  };
  const write = await pairOf(application, alice);
  const ended = await pairOf(other, alice);
  await revoke(baseUrl, other, { token: ended.token, secret: ended.tokenSecret });
  const ofSuspendedUser = await pairOf(application, bob);
  const ofSuspendedApplication = await pairOf(suspended, alice);
  const by = { at: 0, actor: "service" };
  await ledger.suspendUser(bob.id, "spam", by);
  await ledger.suspendApplication(suspended.id, "spam", by);
  const bearer = await bearerFor(baseUrl, application);
  const judges = await startJudges(t, service);

  const pairs = (
    credentials: SigningCredentials = write,
    {
      method = "GET",
      origin = baseUrl,
      query = [],
      oauth = {},
      at = path,
    }: {
      method?: string;
      origin?: string;
      query?: Pairs;
      oauth?: Readonly<Record<string, string | undefined>>;
      at?: string;
    } = {},
  ) => signedPairs(method, origin + at, credentials, query, oauth);
  const byHeader = (header: string, more: Partial<Sent> = {}): Sent => ({
    target: path,
    ...more,
    lines: [`Authorization: ${header}`, ...(more.lines ?? [])],
  });
  const signed = (...args: Parameters<typeof pairs>) =>
    byHeader(authorizationHeader(pairs(...args)));
  const withOauth = (oauth: Readonly<Record<string, string | undefined>>) =>
    signed(write, { oauth });
  const queryOf = (all: Pairs) =>
    all.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  /** The header changed after signing. */
  const changed = (change: (header: string) => string) =>
    byHeader(change(authorizationHeader(pairs())));
  const withQuery = (target: string, query: Pairs) =>
    byHeader(authorizationHeader(pairs(write, { query })), { target: path + target });
  const form = (all: Pairs, signedForm: Pairs, header: boolean): Sent => {
    const own = pairs(write, { query: signedForm });
    const body = queryOf(header ? all : [...all, ...own]);
    return {
      target: path,
      isForm: true,
      lines: [
        formType,
        `Content-Length: ${body.length}`,
        ...(header ? [`Authorization: ${authorizationHeader(own)}`] : []),
      ],
      body,
    };
  };
  const unclearForm = (lines: readonly string[]): Sent => {
    const body = "a=b";
    const own = [`${formType}, text/plain`, `Content-Length: ${body.length}`];
    return { target: path, lines: [...own, ...lines], body };
  };
  const seconds = (away: number) => String(Math.floor(Date.now() / 1000) + away);
  const isAlice = `accepted: ${alice.id}`;

  /** What every judge says, by what the request is. Each is made anew for each judge, with a nonce of its own. */
  const requests: Record<string, readonly [Judged, () => Sent]> = {
    "signed in the header": [isAlice, () => signed()],
    "signed in the query": [isAlice, () => ({ target: `${path}?${queryOf(pairs())}`, lines: [] })],
    "with a signed query": [
      isAlice,
      () => withQuery("?include_email=true", [["include_email", "true"]]),
    ],
    "a query in another order than it was signed in": [
      isAlice,
      () =>
        withQuery("?b=2&a=1", [
          ["a", "1"],
          ["b", "2"],
        ]),
    ],
    "a query in other encodings": [
      isAlice,
      () =>
        withQuery("?%61=b+c&%c3%a9=%7e", [
          ["a", "b c"],
          ["é", "~"],
        ]),
    ],
    "a query with names that repeat, and empty ones": [
      isAlice,
      () =>
        withQuery("?a=2&a=1&a=&=x", [
          ["a", "2"],
          ["a", "1"],
          ["a", ""],
          ["", "x"],
        ]),
    ],
    "no oauth_version": [isAlice, () => withOauth({ oauth_version: undefined })],
    "a realm": [isAlice, () => changed((one) => one.replace("OAuth ", 'OAuth realm="a, b", '))],
    "the scheme in lower case": [isAlice, () => changed((one) => one.replace("OAuth", "oauth"))],
    "without spaces": [isAlice, () => changed((one) => one.replaceAll(", ", ","))],
    "with tabs": [isAlice, () => changed((one) => one.replaceAll(", ", "\t,\t"))],
    "escapes in lower case": [
      isAlice,
      () => changed((one) => one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    ],
    "another Host than was signed": [
      isAlice,
      () => ({ ...signed(), host: ["Host: evil.example"] }),
    ],
    "forwarded headers of an anonymous caller": [
      isAlice,
      () => {
        const { lines, ...rest } = signed();
        const forged = ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https"];
        return { ...rest, lines: [...lines, ...forged] };
      },
    ],
    "a signed form": [isAlice, () => form([["a", "b c"]], [["a", "b c"]], true)],
    "signed in the form": [isAlice, () => form([["a", "b c"]], [["a", "b c"]], false)],
    "a bearer token as a signed parameter, which no one reads": [
      isAlice,
      () => withQuery(`?access_token=${encode(bearer)}`, [["access_token", bearer]]),
    ],
    "an escape that is none, signed as it stands": [
      isAlice,
      () => withQuery("?a=%zz", [["a", "%zz"]]),
    ],
    "a value without quotes": [
      isAlice,
      () => changed((one) => one.replace(/oauth_nonce="(\w+)"/, "oauth_nonce=$1")),
    ],

    "bytes that are no UTF-8, signed as another character": [
      "401 (code 32)",
      () => withQuery("?a=%ff", [["a", "\ufffd"]]),
    ],
    "no credentials": ["401 (code 215)", () => ({ target: path, lines: [] })],
    "an empty header": ["401 (code 215)", () => byHeader("")],
    "no credentials, and a form under a type that only other servers read": [
      "401 (code 215)",
      () => unclearForm([]),
    ],
    "a wrong signature, and such a form": [
      "401 (code 32)",
      () => unclearForm(signed(write, { method: "POST" }).lines),
    ],
    "more than 256 parameters": [
      "400 (code 215)",
      () => ({ target: `${path}?${"%61&".repeat(257)}`, lines: [] }),
    ],
    "a wrong signature": [
      "401 (code 32)",
      () => changed((one) => one.replace(/oauth_signature="..../, 'oauth_signature="AAAA')),
    ],
    "no signature": [
      "400 (code 215)",
      () => changed((one) => one.replace(/, oauth_signature=.*/, "")),
    ],
    "an empty signature": [
      "400 (code 215)",
      () => changed((one) => one.replace(/oauth_signature=".*"/, 'oauth_signature=""')),
    ],
    "a signature twice": [
      "400 (code 215)",
      () => changed((one) => `${one}, oauth_signature="AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D"`),
    ],
    "another method signed": ["401 (code 32)", () => signed(write, { method: "POST" })],
    "another path signed": [
      "401 (code 32)",
      () => signed(write, { at: "/1.1/account/other.json" }),
    ],
    "another host signed": [
      "401 (code 32)",
      () => ({
        ...signed(write, { origin: "https://evil.example" }),
        host: ["Host: evil.example"],
      }),
    ],
    "another query signed": ["401 (code 32)", () => withQuery("?a=1", [["a", "2"]])],
    "a query that no one signed": ["401 (code 32)", () => withQuery("?a=1", [])],
    "another form signed": ["401 (code 32)", () => form([["a", "b"]], [["a", "c"]], true)],
    "another consumer secret": [
      "401 (code 32)",
      () => signed({ ...write, consumerSecret: other.consumerSecret }),
    ],
    "another token secret": ["401 (code 32)", () => signed({ ...write, tokenSecret: "a" })],
    PLAINTEXT: ["400 (code 215)", () => withOauth({ oauth_signature_method: "PLAINTEXT" })],
    "version 2.0": ["400 (code 215)", () => withOauth({ oauth_version: "2.0" })],
    "no nonce": ["400 (code 215)", () => withOauth({ oauth_nonce: undefined })],
    "an empty nonce": ["400 (code 215)", () => withOauth({ oauth_nonce: "" })],
    "the same request again": ["401 (code 32)", () => ({ ...signed(), twice: true })],
    "no timestamp": ["400 (code 215)", () => withOauth({ oauth_timestamp: undefined })],
    "a timestamp of long ago": [
      "401 (code 135)",
      () => withOauth({ oauth_timestamp: seconds(-3600) }),
    ],
    "a timestamp ahead": ["401 (code 135)", () => withOauth({ oauth_timestamp: seconds(3600) })],
    "a timestamp in full-width digits": [
      "400 (code 215)",
      () =>
        withOauth({
          oauth_timestamp: seconds(0).replace(/\d/g, (digit) =>
            String.fromCodePoint(0xff10 + Number(digit)),
          ),
        }),
    ],
    "a revoked token": ["401 (code 89)", () => signed(ended)],
    "an unknown token": ["401 (code 89)", () => signed({ ...write, token: `${write.token}x` })],
    "another application's token": ["401 (code 89)", () => signed({ ...write, ...other })],
    "an unknown consumer key": [
      "401 (code 89)",
      () => signed({ ...write, consumerKey: randomBytes(12).toString("hex") }),
    ],
    "a suspended user": ["403 (code 64)", () => signed(ofSuspendedUser)],
    "a suspended application": ["401 (code 416)", () => signed(ofSuspendedApplication)],
    "no token": ["403 (code 220)", () => signed(application)],
    "a bearer token, where a user is needed": [
      "403 (code 220)",
      () => byHeader(`Bearer ${bearer}`),
    ],
    "an unknown bearer token": ["401 (code 89)", () => byHeader("Bearer AAAAAAAAAAAAAAAAAAAAAA")],
    "a bearer token in the query": [
      "400 (code 215)",
      () => ({ target: `${path}?access_token=${encode(bearer)}`, lines: [] }),
    ],
    "signed in the header and in the query": [
      "400 (code 215)",
      () => ({ ...signed(), target: `${path}?${queryOf(pairs())}` }),
    ],
    "two headers": [
      "400 (code 215)",
      () => {
        const { lines, ...rest } = signed();
        return { ...rest, lines: [...lines, `Authorization: Bearer ${bearer}`] };
      },
    ],
    "Basic credentials": ["400 (code 215)", () => byHeader(basicHeader(application))],
    "a token twice, with two values": [
      "400 (code 215)",
      () => ({ ...signed(), target: `${path}?oauth_token=other` }),
    ],
  };
  for (const [what, [expected, made]] of Object.entries(requests)) {
    await t.test(`${expected === isAlice ? "200" : expected} — ${what}`, async () => {
      const decisions: Record<string, Judged> = {};
      const wanted: Record<string, Judged> = {};
      let ofResource: RawResponse | undefined;
      for (const [name, judge] of Object.entries(judges)) {
        const sent = made();
        if (name === "verify" && what === "two headers") continue;
        const response = await judged(judge, sent);
        // To an API this is a request of the application's own. The service's own resource has none.
        if (name === "resource" && what === "no token") {
          assert.equal(inWords(response, judge), "400 (code 215)");
          continue;
        }
        ofResource ??= response;
        decisions[name] = inWords(response, judge);
        const unseen = sent.isForm === true && !judge.forms;
        wanted[name] = unseen ? "401 (code 32)" : expected;
        const isOwn = response.headers.get("content-type") === "text/html";
        if (expected === isAlice || unseen || isOwn) continue;
        const names = [...ofResource.headers.keys()];
        assert.deepEqual(seen(response, names), seen(ofResource, names), name);
      }
      assert.deepEqual(decisions, wanted);
    });
  }
});
