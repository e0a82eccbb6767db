/**
 * Requests to a service and its responses, for docs/reference/endpoints.md and the OpenAPI document. The service has a
 * fixed clock and seeded randomness, so each run gets the same ones.
 */
import { type Credentials, sign } from "#oauth1";
import type { Examples, Exchange, Rejection } from "../../src/http/server/examples.ts";
import { type Service, startService } from "../../src/program/service.ts";
import { setSuspended } from "../../src/program/test-server/credentials.ts";
import { approve } from "../../src/program/test-server/decisions.ts";
import { type Registry, registryIn } from "../../src/program/test-server/registry.ts";
import { seededRandom } from "../../src/program/test-server/seeded-random.ts";
import { configOf } from "../../src/program/test-server/settings.ts";
import { prettyJson } from "./page.ts";

interface Sent {
  readonly method?: "POST";
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: string;
  readonly json?: unknown;
}

const base = "https://id.example.com";
const api = "https://api.example.com";
const secret = "c3b1Qm5nJx0vT2yP8rZk";
const callback = "https://weather.example/callback";
const now = Date.UTC(2026, 6, 1, 12);
/** The IDs of decisions are random even here. */
const decisionId = "5f1c0d9be2a7-1z";

const settings = {
  BASE_URL: base,
  TRUSTED_PROXIES: "127.0.0.1",
  RATE_LIMITS: "",
  API_ORIGINS: api,
  API_LIMITS: "timeline:user:75/15m",
  INTERNAL_SECRET: secret,
};

export async function recordExchanges(): Promise<Examples> {
  nonces = 0;
  const random = seededRandom("docs/reference/endpoints.md");
  const clock = () => now;
  const options = { clock, monotonic: clock, random: random("service") };
  await using service = await startService(configOf({ settings }), options);
  const registry = registryIn(service.dependencies.ledger, clock, random);
  await registry.addUser({ screenName: "alice", name: "Alice" });
  await registry.addUser({ screenName: "bob" });
  const callbacks = [callback];
  await registry.addApplication({ name: "Weather", callbacks });
  await registry.addApplication({ name: "Reader", callbacks, access: "read" });
  await registry.addApplication({ name: "Desktop", callbacks: [] });

  const recorder = recorderOf(service, registry);
  const user = await threeLeggedFlow(recorder);
  const bearer = await bearerTokens(recorder);
  await resources(recorder, user, bearer);
  await verification(recorder, user, bearer);
  await revocations(recorder, user, bearer);
  return Object.fromEntries([...recorder.recorded].toSorted());
}

async function threeLeggedFlow(recorder: Recorder): Promise<Credentials> {
  const { show, reject, send, consumer, requestToken, approveAs, suspend } = recorder;
  const weather = consumer("Weather");
  const reader = consumer("Reader");
  const withCallback = { oauth_callback: callback };
  const call = { method: "POST", target: "/oauth/request_token" } as const;
  const issued = await show("oauth/request_token", signed(call, weather, withCallback));
  for (const [when, sent] of [
    ["The consumer key, the secret or the signature is wrong.", signed(call, wrong(weather))],
    ["There is no `oauth_callback`.", signed(call, weather)],
    [
      "The callback isn't registered.",
      signed(call, weather, { oauth_callback: "https://evil.example/" }),
    ],
    [
      "The application has no callback URL, and `oauth_callback` isn't `oob`.",
      signed(call, consumer("Desktop"), withCallback),
    ],
    [
      "The timestamp is more than 300 seconds from the server's clock.",
      signed(call, weather, withCallback, now / 1000 - 301),
    ],
    [
      "The application requests more access than its own level.",
      signed({ ...call, form: "svc_auth_access_type=write" }, reader, withCallback),
    ],
  ] as const) {
    await reject("oauth/request_token", when, sent);
  }
  const once = signed(call, weather, withCallback);
  await send(once);
  await reject("oauth/request_token", "The nonce was used before.", once);
  await suspend("Reader", true);
  const suspended = signed(call, reader, withCallback);
  await reject("oauth/request_token", "The application is suspended.", suspended);
  await suspend("Reader", false);

  const token = withToken(weather, issued);
  await show("oauth/authorize", { target: `/oauth/authorize?oauth_token=${token.token}` });
  const undecided = await requestToken();
  await show("oauth/authenticate", {
    target: `/oauth/authenticate?oauth_token=${undecided.token}`,
  });

  const exchange = { method: "POST", target: "/oauth/access_token" } as const;
  const verifier = { oauth_verifier: await approveAs("alice", token) };
  const { reject: rejectExchange } = of("oauth/access_token", recorder);
  await rejectExchange(
    "The verifier is wrong. After five wrong ones, the request token ends.",
    signed(exchange, token, { oauth_verifier: "wrong" }),
  );
  await rejectExchange("The user hasn't approved yet.", signed(exchange, undecided, verifier));
  const granted = await show("oauth/access_token", signed(exchange, token, verifier));
  await rejectExchange(
    "The request token is unknown, used, expired or another application's.",
    signed(exchange, token, verifier),
  );
  return withToken(weather, granted);
}

async function bearerTokens(recorder: Recorder): Promise<string> {
  const { send, consumer } = recorder;
  const { show, reject } = of("oauth2/token", recorder);
  const call = { method: "POST", target: "/oauth2/token" } as const;
  const form = "grant_type=client_credentials";
  const headers = basic(consumer("Weather"));
  const issued = await show({ ...call, form, headers });
  await reject("The consumer key or the secret is wrong.", {
    ...call,
    form,
    headers: basic(wrong(consumer("Weather"))),
  });
  await reject("There is no `Authorization` header.", { ...call, form });
  await reject("There is no `grant_type`.", { ...call, form: "scope=read", headers });
  await reject("`grant_type` isn't `client_credentials`.", {
    ...call,
    form: "grant_type=password",
    headers,
  });
  const often = { ...call, form, headers: basic(consumer("Reader")) };
  for (let sent = 0; sent < 60; sent += 1) await send(often);
  await reject("The application requests a token too often.", often);
  return JSON.parse(issued).access_token;
}

async function resources(recorder: Recorder, user: Credentials, bearer: string): Promise<void> {
  const profile = { target: "/1.1/account/verify_credentials.json" };
  const { show, reject } = of("account/verify_credentials", recorder);
  await show(signed(profile, user));
  await reject("The request has no credentials.", profile);
  await reject("The secret or the signature is wrong.", signed(profile, wrong(user)));
  const unknown = { ...user, token: "unknown" };
  await reject("The access token is unknown or revoked.", signed(profile, unknown));
  await reject("The request has a bearer token, which has no user.", {
    ...profile,
    headers: { authorization: `Bearer ${bearer}` },
  });
  const status = { target: "/1.1/application/rate_limit_status.json" };
  const limits = of("application/rate_limit_status", recorder);
  await limits.show(signed(status, user));
  await limits.reject("The request has no credentials.", status);
  await limits.reject("The bearer token is unknown or revoked.", {
    ...status,
    headers: { authorization: "Bearer unknown" },
  });
  for (const name of [".well-known/oauth-authorization-server", ".well-known/passkey-endpoints"]) {
    await recorder.show(name, { target: `/${name}` });
  }
}

async function verification(recorder: Recorder, user: Credentials, bearer: string): Promise<void> {
  const headers = { "x-countersign-secret": secret };
  const request = { method: "GET", origin: api, target: "/things?page=2" };
  const authorization = () =>
    signed({ target: request.target }, user, {}, now / 1000, api).headers?.["authorization"] ?? "";
  const call = (json: unknown) => ({ method: "POST", target: "/verify", headers, json }) as const;
  const verify = of("verify", recorder);
  await verify.show(call({ ...request, authorization: authorization(), limit: "timeline" }));
  await verify.show(call({ ...request, authorization: "Bearer unknown" }));
  await verify.reject("A member is missing, unknown or malformed.", call({ origin: api }));
  await verify.reject(
    "The origin isn't one of `COUNTERSIGN_API_ORIGINS`.",
    call({ ...request, origin: "https://other.example" }),
  );
  await verify.reject("The secret is missing or wrong.", { ...call(request), headers: {} });

  const batch = of("verify/batch", recorder);
  const batchCall = (requests: readonly object[]) => ({
    ...call({ requests }),
    target: "/verify/batch",
  });
  await batch.show(batchCall([{ ...request, authorization: `Bearer ${bearer}` }, request]));
  await batch.reject("There are more than 100 requests.", batchCall(Array(101).fill(request)));
  await batch.reject("The secret is missing or wrong.", { ...batchCall([]), headers: {} });

  const introspect = of("introspect", recorder);
  const token = { method: "POST", target: "/introspect", headers } as const;
  await introspect.show({ ...token, form: `token=${user.token}` });
  await introspect.show({ ...token, form: "token=unknown" });
  await introspect.reject("There is no `token`.", { ...token, form: "token=" });
  await introspect.reject("The secret is missing or wrong.", {
    ...token,
    form: "token=unknown",
    headers: {},
  });

  await recorder.show("gateway/nginx", {
    target: "/gateway/nginx?context=user&limit=timeline",
    headers: {
      ...headers,
      "x-countersign-method": request.method,
      "x-countersign-origin": request.origin,
      "x-countersign-target": request.target,
      "x-countersign-address": "203.0.113.9",
      "x-countersign-request-id": "4f1c2e0a9b7d4c53",
      authorization: authorization(),
    },
  });
  for (const name of ["healthz", "livez", "readyz"]) {
    await recorder.show(name, { target: `/${name}` });
  }
}

async function revocations(recorder: Recorder, user: Credentials, bearer: string): Promise<void> {
  const { send, requestToken, approveAs } = recorder;
  const ofBob = await requestToken();
  const verifier = { oauth_verifier: await approveAs("bob", ofBob) };
  const exchange = { method: "POST", target: "/oauth/access_token" } as const;
  const { text } = await send(signed(exchange, ofBob, verifier));
  const call = { method: "POST", target: "/oauth2/invalidate_token" } as const;
  const ended = { ...call, form: `access_token=${bearer}` };
  const { show, reject } = of("oauth2/invalidate_token", recorder);
  await reject(
    "The token that signs isn't the application owner's.",
    signed(ended, withToken(user, text)),
  );
  await reject(
    "The bearer token is unknown, revoked, or another application's.",
    signed({ ...call, form: "access_token=unknown" }, user),
  );
  await show(signed(ended, user));

  const own = { method: "POST", target: "/1.1/oauth/invalidate_token" } as const;
  const access = of("oauth/invalidate_token", recorder);
  await access.reject("The secret or the signature is wrong.", signed(own, wrong(user)));
  await access.show(signed(own, user));
  await access.reject("The access token is unknown or revoked.", signed(own, user));
}

type Recorder = ReturnType<typeof recorderOf>;

function recorderOf({ dependencies, port, internalUrl }: Service, registry: Registry) {
  const recorded = new Map<string, { exchanges: Exchange[]; rejections: Rejection[] }>();
  const entry = (name: string) => {
    const found = recorded.get(name) ?? { exchanges: [], rejections: [] };
    recorded.set(name, found);
    return found;
  };

  async function send(sent: Sent): Promise<Exchange & { status: number; text: string }> {
    const { method = "GET", target, form, json } = sent;
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const headers = { ...sent.headers, ...(body !== undefined && { "content-type": type }) };
    const isInternal = /^\/(?:verify|introspect|gateway|\w+z$)/.test(target);
    const response = await fetch(
      new URL(target, isInternal ? internalUrl : `http://127.0.0.1:${port}`),
      {
        method,
        redirect: "manual",
        headers: isInternal ? headers : { ...headers, "x-forwarded-proto": "https" },
        ...(body !== undefined && { body }),
      },
    );
    const text = await response.text();
    const host = isInternal ? "127.0.0.1:8081" : new URL(base).host;
    const start = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headerLines(headers)];
    return {
      status: response.status,
      text,
      request: [...start, ...(body === undefined ? [] : ["", pretty(body)])].join("\n"),
      response: responseText(response, text),
    };
  }

  async function requestToken(): Promise<Credentials> {
    const call = { method: "POST", target: "/oauth/request_token" } as const;
    const weather = consumer("Weather");
    const { text } = await send(signed(call, weather, { oauth_callback: callback }));
    return withToken(weather, text);
  }

  function consumer(name: string): Credentials {
    const { consumerKey, consumerSecret } = registry.application(name);
    return { consumerKey, consumerSecret };
  }

  return {
    recorded,
    send,
    requestToken,
    consumer,
    async show(name: string, sent: Sent): Promise<string> {
      const { request, response, status, text } = await send(sent);
      if (status >= 400) throw new Error(`${name}: ${response}`);
      entry(name).exchanges.push({ request, response });
      return text;
    },
    async reject(name: string, when: string, sent: Sent): Promise<void> {
      const { response, status, text } = await send(sent);
      if (status < 400) throw new Error(`${name}: ${when}\n${response}`);
      const { errors, error } = JSON.parse(text);
      const [{ code, message }] = errors ?? [{ code: undefined, message: error }];
      entry(name).rejections.push({ when, status, code, message });
    },
    approveAs: (screenName: string, { token = "" }: Credentials) =>
      approve(dependencies, token, registry.userId(screenName)),
    suspend: (name: string, suspended: boolean) =>
      setSuspended(dependencies, registry.applicationId(name), suspended),
  };
}

function of(name: string, { show, reject }: Recorder) {
  return {
    show: (sent: Sent) => show(name, sent),
    reject: (when: string, sent: Sent) => reject(name, when, sent),
  };
}

let nonces = 0;

function signed(
  sent: Sent,
  keys: Credentials,
  parameters: Readonly<Record<string, string>> = {},
  timestamp = now / 1000,
  origin = base,
): Sent {
  nonces += 1;
  const { method = "GET", target, form } = sent;
  const options = { parameters, timestamp, nonce: `nonce${nonces}` };
  const { authorization } = sign({ method, url: origin + target, form }, keys, options);
  return { ...sent, headers: { ...sent.headers, authorization } };
}

function wrong(keys: Credentials): Credentials {
  return { ...keys, consumerSecret: "wrong" };
}

function withToken({ consumerKey, consumerSecret }: Credentials, text: string): Credentials {
  const fields = new URLSearchParams(text);
  const token = fields.get("oauth_token") ?? undefined;
  const tokenSecret = fields.get("oauth_token_secret") ?? undefined;
  return { consumerKey, consumerSecret, token, tokenSecret };
}

function basic({ consumerKey, consumerSecret }: Credentials) {
  return { authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` };
}

/** They are the same in every response, or differ from one to the next. */
const unshown =
  /^(?:date|connection|keep-alive|content-length|cache-control|x-content-type-options|strict-transport-security|vary)$/;

function responseText(response: Response, text: string): string {
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const headers = [...response.headers].filter(([name]) =>
    isPage ? name === "content-type" : !unshown.test(name),
  );
  return [
    `HTTP/1.1 ${response.status} ${response.statusText}`,
    ...headerLines(Object.fromEntries(headers)),
    ...(isPage || text === "" ? [] : ["", pretty(text)]),
  ].join("\n");
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => {
    const title = name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    const line = `${title}: ${name === "x-countersign-decision" ? decisionId : value}`;
    return line.length > 110 ? line.replace(/, (?=oauth_)/g, ",\n  ") : line;
  });
}

function pretty(text: string): string {
  if (!/^[{[]/.test(text)) return text;
  const value = JSON.parse(text, (key, one) => (key === "decision_id" ? decisionId : one));
  return prettyJson(value);
}
