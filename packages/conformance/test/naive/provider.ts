/** A provider for tests: small and correct, except for the defects that are turned on. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Transport } from "../../src/exchange.ts";
import { signatureMethods } from "../../src/protocol.ts";
import type { Defect } from "./defects.ts";
import { parametersOf } from "./parameters.ts";
import { Race } from "./race.ts";
import {
  checkBodyHash,
  checkSignature,
  type NaiveClient,
  No,
  Nonces,
  protocolOf,
} from "./verify.ts";

interface RequestToken {
  readonly token: string;
  readonly secret: string;
  readonly client: string;
  readonly callback: string;
  verifier?: string;
  denied?: true;
}

interface AccessToken {
  readonly token: string;
  readonly secret: string;
  readonly client: string;
}

interface Incoming {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** One character for each byte. */
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const callback = "https://application.example/callback";
const password = "naive password";
const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

export interface Naive extends AsyncDisposable {
  readonly config: object;
  /** Calls it without HTTP, which takes a tenth of the time. */
  readonly transport: Transport;
}

export async function startNaive(
  on: readonly Defect[] = [],
  offered: readonly string[] = signatureMethods,
  clock: () => number = Date.now,
): Promise<Naive> {
  const has = (defect: Defect) => on.includes(defect);
  const drawn = (bytes = 20) => randomBytes(has("short-tokens") ? 4 : bytes).toString("hex");
  const secretFor = (token: string) => (has("secret-is-token") ? token.slice(0, 20) : drawn(21));
  const clients = ["first", "second"].map(
    (name): NaiveClient => ({
      key: `${name}Client${drawn(8)}`,
      secret: `${name}Secret${drawn(16)}`,
      publicKey: keys.publicKey,
    }),
  );
  const requests = new Map<string, RequestToken>();
  const access = new Map<string, AccessToken>();
  const race = new Race();
  const nonces = new Nonces();
  const verifiers = new Set<string>();
  const everybodys = drawn();
  let origin = "";

  async function signedRequest(incoming: Incoming, state: Stands) {
    const url = new URL(incoming.target, origin);
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(
      incoming.headers["content-type"] ?? "",
    );
    const parameters = parametersOf(
      {
        authorization: incoming.headers.authorization,
        query: incoming.target.split("?").slice(1).join("?"),
        form: isForm ? incoming.body : "",
      },
      has,
    );
    const protocol = protocolOf({ parameters }, has);
    nonces.checkTimestamp(protocol, clock(), has);
    const place = parameters.find(({ name }) => name === "oauth_nonce")?.place ?? "";
    if (has("nonce-before-signature")) await nonces.spend(protocol, place, has);
    const client = clients.find(({ key }) => key === protocol.get("oauth_consumer_key"));
    if (client === undefined) throw new No(401, "unknown client");
    const token = protocol.get("oauth_token") ?? "";
    const held = state === "nothing" ? undefined : tokenOf(state, token);
    if (state !== "nothing") {
      const foreign = held?.client !== client.key && !has("other-clients-tokens");
      if (held === undefined || foreign) throw new No(401, "unknown token");
    }
    if (state === "request" && has("anonymous-uses-up")) requests.delete(token);
    checkSignature(
      { method: incoming.method, uri: `${origin}${url.pathname}`, parameters },
      protocol,
      client,
      held?.secret ?? "",
      offered,
      has,
    );
    checkBodyHash(protocol.get("oauth_body_hash"), incoming.body, has);
    if (!has("nonce-before-signature")) await nonces.spend(protocol, place, has);
    return { protocol, client, held };
  }

  function tokenOf(state: Stands, token: string) {
    if (state === "request") return requests.get(token);
    return access.get(token) ?? (has("request-token-opens") ? requests.get(token) : undefined);
  }

  async function requestToken(incoming: Incoming): Promise<Reply> {
    const { protocol, client } = await signedRequest(incoming, "nothing");
    const to = protocol.get("oauth_callback") ?? "";
    if (to === "" && !has("callback-optional")) throw new No(400, "no callback");
    if (to !== "" && !isRegistered(to)) throw new No(403, "unknown callback");
    const token = has("same-token") ? everybodys : drawn();
    const made = { token, secret: secretFor(token), client: client.key, callback: to || callback };
    requests.set(token, made);
    const confirmed = has("callback-not-confirmed") ? "" : "&oauth_callback_confirmed=true";
    return credentials(`oauth_token=${token}&oauth_token_secret=${made.secret}${confirmed}`);
  }

  function isRegistered(to: string): boolean {
    if (has("callback-not-registered")) return true;
    if (has("callback-by-beginning")) return to.startsWith(callback);
    return to.split("?", 1)[0] === callback && !/[\s#\0]/.test(to);
  }

  async function exchange(incoming: Incoming): Promise<Reply> {
    const { protocol, client, held } = await signedRequest(incoming, "request");
    const one = held as RequestToken;
    checkVerifier(one, protocol.get("oauth_verifier"));
    if (has("exchange-race")) await race.over(one.token);
    // Whoever removes the token has it; another request that was checked at the same time has not.
    const taken = requests.delete(one.token);
    if (has("double-exchange")) requests.set(one.token, one);
    else if (!taken && !has("exchange-race") && !has("anonymous-uses-up"))
      throw new No(401, "used");
    const token = drawn();
    const made = { token, secret: secretFor(token), client: client.key };
    access.set(token, made);
    return credentials(`oauth_token=${token}&oauth_token_secret=${made.secret}`);
  }

  function checkVerifier({ verifier, denied }: RequestToken, given: string | undefined): void {
    if (denied && !has("denied-exchange")) throw new No(401, "denied");
    if (denied) return;
    if (verifier === undefined) {
      if (has("unapproved-exchange")) return;
      throw new No(401, "not approved");
    }
    if (!given) {
      if (has("verifier-optional")) return;
      throw new No(400, "no verifier");
    }
    if (has("verifier-not-compared")) return;
    if (has("verifier-by-beginning") && verifier.startsWith(given)) return;
    if (has("verifier-of-anybody") && verifiers.has(given)) return;
    if (given !== verifier) throw new No(401, "wrong verifier");
  }

  function page(url: URL): Reply {
    const one = requests.get(url.searchParams.get("oauth_token") ?? "");
    if (one === undefined) return { status: 404, type: "text/html", body: "no such token" };
    if (has("redirects-anybody")) approve(one);
    if (has("redirects-anybody")) return landing(one);
    const link = has("callback-in-link") ? (url.searchParams.get("oauth_callback") ?? "") : "";
    return {
      status: 200,
      type: "text/html",
      ...(!has("page-in-frames") && { headers: { "x-frame-options": "DENY" } }),
      body: `<form method="post" action="/authorize">
        <input type="hidden" name="oauth_token" value="${one.token}">
        <input type="hidden" name="link" value="${encodeURIComponent(link)}">
        <input name="password"><button name="decision" value="allow"></button></form>`,
    };
  }

  function decide(body: string): Reply {
    const form = new URLSearchParams(body);
    const one = requests.get(form.get("oauth_token") ?? "");
    if (one === undefined || form.get("password") !== password) return { status: 403, body: "no" };
    if (form.get("decision") === "allow") {
      approve(one);
      const link = decodeURIComponent(form.get("link") ?? "");
      return landing(link ? { ...one, callback: link } : one);
    }
    one.denied = true;
    return { status: 303, body: "", headers: { location: `${one.callback}?denied=${one.token}` } };
  }

  function approve(one: RequestToken): void {
    // It does not begin with a digit. Otherwise a provider that compares only beginnings would now and then accept a
    // zero for it.
    one.verifier ??= `v${drawn(12)}`;
    verifiers.add(one.verifier);
  }

  function landing({ callback: to, token, verifier, secret }: RequestToken): Reply {
    const [path = "", own] = to.split("?");
    const kept = own === undefined || has("callback-query-lost") ? "?" : `?${own}&`;
    const leak = has("secret-in-callback") ? `&oauth_token_secret=${secret}` : "";
    const location = `${path}${kept}oauth_token=${token}&oauth_verifier=${verifier}${leak}`;
    return { status: 303, body: "", headers: { location } };
  }

  async function resource(incoming: Incoming): Promise<Reply> {
    const { headers, target, body } = incoming;
    if (headers.authorization === undefined && !/oauth_/.test(target + body)) {
      throw new No(401, "no credentials");
    }
    await signedRequest(incoming, "access");
    return { status: 200, type: "application/json", body: '{"screen_name":"alice"}' };
  }

  /** A token makes a request a user's, so that it is not the application's own. */
  async function applicationResource(incoming: Incoming): Promise<Reply> {
    const { protocol } = await signedRequest(incoming, "nothing");
    const hasToken = protocol.get("oauth_token") && !has("unknown-token-ignored");
    if (hasToken) throw new No(401, "unknown token");
    return { status: 200, type: "application/json", body: '{"context":"application"}' };
  }

  async function revoke(incoming: Incoming): Promise<Reply> {
    if (has("anybody-revokes")) {
      const [, named = ""] =
        /oauth_token="([^"]*)"/.exec(incoming.headers.authorization ?? "") ?? [];
      access.delete(named);
      return { status: 200, body: "" };
    }
    const { held } = await signedRequest(incoming, "access");
    if (!has("revoked-still-opens")) access.delete(held?.token ?? "");
    return { status: 200, body: "" };
  }

  function credentials(body: string): Reply {
    return {
      status: 200,
      type: has("html-answers") ? "text/html" : "application/x-www-form-urlencoded",
      body,
      ...(!has("cached-answers") && { headers: { "cache-control": "no-store" } }),
    };
  }

  function rejection(error: unknown): Reply {
    if (!(error instanceof No)) return { status: 500, body: "broken" };
    const { message } = error;
    const own = has("errors-are-200") ? 200 : has("errors-are-403") ? 403 : error.status;
    const challenge = own === 401 && !has("no-challenge");
    return {
      status: own,
      body: message,
      ...(challenge && { headers: { "www-authenticate": `OAuth realm="${origin}"` } }),
    };
  }

  async function answer(incoming: Incoming): Promise<Reply> {
    const url = new URL(incoming.target, origin);
    try {
      if (url.pathname === "/request_token") return await requestToken(incoming);
      if (url.pathname === "/access_token") return await exchange(incoming);
      if (url.pathname === "/resource") return await resource(incoming);
      if (url.pathname === "/application") return await applicationResource(incoming);
      if (url.pathname === "/revoke") return await revoke(incoming);
      return incoming.method === "POST" ? decide(incoming.body) : page(url);
    } catch (error) {
      return rejection(error);
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: target = "", headers } = request;
    const body = Buffer.concat(chunks).toString("latin1");
    const reply = await answer({ method, target, headers, body });
    response.writeHead(reply.status, headersOf(reply)).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    config: configOf(origin, clients, offered),
    async transport({ method, target, headers, body = "" }) {
      const lower = headers.map(([name, value]) => [name.toLowerCase(), value]);
      const bytes = Buffer.from(body).toString("latin1");
      const reply = await answer({
        method,
        target,
        headers: Object.fromEntries(lower),
        body: bytes,
      });
      return { status: reply.status, headers: headersOf(reply), body: reply.body };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function headersOf({ type = "text/plain", headers = {} }: Reply): Record<string, string> {
  return { "content-type": type, ...headers };
}

/** The token that signs a request together with the client's key. */
type Stands = "nothing" | "request" | "access";

function configOf(
  origin: string,
  clients: readonly NaiveClient[],
  offered: readonly string[],
): object {
  const [first, second] = clients;
  const both = ["POST", "GET"];
  const steps = (decision: string) => [
    { open: "{authorization_url}" },
    { submit: { password, decision } },
  ];
  return {
    name: "A naive provider",
    request_token: { url: `${origin}/request_token`, methods: both },
    authorization: `${origin}/authorize`,
    access_token: { url: `${origin}/access_token`, methods: both },
    resource: { url: `${origin}/resource`, methods: ["GET", "POST"], contains: "screen_name" },
    application_resource: {
      url: `${origin}/application`,
      methods: both,
      contains: "context",
    },
    revocation: { url: `${origin}/revoke` },
    client: { key: first?.key, secret: first?.secret, private_key: keys.privateKey },
    second_client: { key: second?.key, secret: second?.secret, private_key: keys.privateKey },
    signature_methods: offered,
    callback,
    registered_callbacks: true,
    body_hashes: true,
    approval: { kind: "http", steps: steps("allow"), deny: steps("deny") },
    requests_per_second: 10_000,
  };
}
