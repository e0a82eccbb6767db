/** Requests as programs make them, to this service and to an API behind it, with realistic content. */
import type { SeededRandom } from "./seeded-random.ts";
import type { Pair, Replaced } from "./signers.ts";

export interface World {
  readonly baseUrl: string;
  readonly apiOrigin: string;
  readonly now: number;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly previousSecret: string;
  readonly otherSecret: string;
  readonly otherKey: string;
  readonly callbacks: readonly string[];
  readonly token: string;
  readonly tokenSecret: string;
  readonly requestToken: string;
  readonly requestTokenSecret: string;
  readonly verifier: string;
}

/** The request in one client: the one that it signs, or the one that it sends. */
export interface Draft {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly form: readonly Pair[];
  readonly json: string | undefined;
  /** The text fields of a multipart body. */
  readonly multipart?: readonly Pair[];
  /** The protocol parameters without the signature. */
  readonly oauth: readonly Pair[];
  readonly consumerSecret: string;
  readonly tokenSecret: string;
  readonly replaced: Replaced;
  /** Changes the signature before it is sent. */
  readonly finish: (signature: string) => string;
}

/** How the request is written on the wire. */
export interface Wire {
  readonly place: "header" | "query" | "form";
  readonly realm: string | undefined;
  readonly written: "curl" | "http" | "har";
  /** Whether the parameters of header, query and form are percent-encoded, or as forms have them. */
  readonly spaces: "%20" | "+";
  /** What is written otherwise than encoded: how it is encoded, and what is written. */
  readonly raw?: readonly (readonly [encoded: string, written: string])[];
}

export type Kind = "request_token" | "access_token" | "call";

export function worldFrom(random: SeededRandom): World {
  const host = random.one(["id.example.com", "auth.example.org", "login.service.example"]);
  const user = `1${random.text(15, "0123456789")}`;
  return {
    baseUrl: `https://${host}${random.odds(0.2) ? ":8443" : ""}`,
    apiOrigin: `https://api.${host.split(".").slice(1).join(".")}`,
    now: 1_790_000_000_000 + random.number(1e9),
    consumerKey: random.text(25),
    consumerSecret: random.text(50),
    previousSecret: random.text(50),
    otherSecret: random.text(50),
    otherKey: random.text(25),
    callbacks: [
      `https://${random.text(6).toLowerCase()}.example/auth/callback`,
      "http://127.0.0.1/done",
    ],
    token: `${user}-${random.text(40)}`,
    tokenSecret: random.text(45),
    requestToken: random.text(27),
    requestTokenSecret: random.text(32),
    verifier: random.text(32),
  };
}

export function requestFrom(
  random: SeededRandom,
  world: World,
): { kind: Kind; draft: Draft; wire: Wire } {
  const kind = random.one([
    "request_token",
    "access_token",
    "call",
    "call",
    "call",
    "call",
  ] as const);
  const common = {
    consumerSecret: world.consumerSecret,
    json: undefined,
    replaced: {},
    finish: (signature: string) => signature,
  };
  const protocol: Pair[] = [
    ["oauth_consumer_key", world.consumerKey],
    ["oauth_nonce", random.text(random.one([8, 16, 32]))],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(Math.floor(world.now / 1000) - random.number(20))],
    ...(random.odds(0.85) ? [["oauth_version", "1.0"] as const] : []),
  ];
  const wire: Wire = {
    place: random.odds(0.85) ? "header" : "query",
    realm: random.odds(0.1) ? "https://id.example.com/" : undefined,
    written: random.one(["curl", "http", "har"]),
    spaces: random.odds(0.7) ? "%20" : "+",
  };
  if (kind === "request_token") {
    const callback = random.odds(0.2) ? "oob" : (world.callbacks[0] ?? "oob");
    const draft: Draft = {
      ...common,
      method: "POST",
      origin: world.baseUrl,
      path: "/oauth/request_token",
      query: random.odds(0.2) ? [["x_auth_access_type", "read"]] : [],
      form: [],
      oauth: [...protocol, ["oauth_callback", callback]],
      tokenSecret: "",
    };
    return { kind, draft, wire };
  }
  if (kind === "access_token") {
    const draft: Draft = {
      ...common,
      method: "POST",
      origin: world.baseUrl,
      path: "/oauth/access_token",
      query: [],
      form: [],
      oauth: [...protocol, ["oauth_token", world.requestToken], ["oauth_verifier", world.verifier]],
      tokenSecret: world.requestTokenSecret,
    };
    return { kind, draft, wire };
  }
  const method = random.one(["GET", "GET", "POST", "POST", "PUT", "DELETE"]);
  const isForm = method === "POST" || (method === "PUT" && random.odds(0.5));
  const isJson = method === "PUT" && !isForm;
  const draft: Draft = {
    ...common,
    method,
    origin: world.apiOrigin,
    path: random.one([
      "/2/statuses/update",
      "/v1/items",
      "/1.1/statuses/home_timeline.json",
      "/users/12345/posts/",
      "/search",
      "/V2/Reports/List",
    ]),
    query: pairsFrom(random, random.number(isForm ? 2 : 4), "q"),
    form: isForm ? pairsFrom(random, 1 + random.number(3), "f") : [],
    json: isJson ? JSON.stringify({ heading: "A note", amount: 3, public: true }) : undefined,
    oauth: [...protocol, ["oauth_token", world.token]],
    tokenSecret: world.tokenSecret,
  };
  return { kind, draft, wire };
}

/** The names of different lists never coincide, because most libraries keep parameters in a map. */
function pairsFrom(random: SeededRandom, count: number, list: string): Pair[] {
  const names = random.some(
    list === "q"
      ? ["count", "since_id", "q", "Filter", "lang", "include_entities", "page", "z-order", "a"]
      : ["status", "text", "title", "Body", "lat", "media_ids", "display_url", "b-side", "b"],
    count,
  );
  return names.map((name): Pair => [name, random.one(values)]);
}

const values = [
  "1",
  "20",
  "true",
  "Hello World",
  "Hello Ladies + Gentlemen, a signed OAuth request!",
  "It's 100% * (really) ~fine",
  "café au lait",
  "https://app.example/a?b=c&d=e",
  "2026-11-22T10:00:00Z",
  "Zürich – 東京",
  "a/b:c,d@e",
  "x~y",
  "one two",
  "под",
  "tag_one-two.three",
  "",
];
