/**
 * Faults of clients. Each changes what is signed, what is sent, or what the service knows, without knowledge of how it
 * is found.
 */
import { createHash, createHmac } from "node:crypto";
import type { CauseId } from "../../src/doctor/cause.ts";
import type { Draft, Kind, Wire, World } from "./requests.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { Pair, Replaced } from "./signers.ts";
import { percent } from "./wire.ts";

/** A request, and the circumstances under which it is sent. */
export interface Case {
  readonly kind: Kind;
  readonly world: World;
  readonly signed: Draft;
  readonly sent: Draft;
  readonly wire: Wire;
  readonly state: State;
}

export interface State {
  readonly nonceUsed?: true;
  readonly suspended?: true;
  readonly tokenGone?: true;
  readonly tokenExpired?: true;
  readonly notApproved?: true;
  readonly verifierWrong?: true;
  readonly userSuspended?: true;
  readonly requiresSha256?: true;
  readonly needs?: "user" | "application";
}

export interface Fault {
  /** The name in the table of rates. */
  readonly name: string;
  /** The causes that name this fault. */
  readonly causes: readonly CauseId[];
  /** Two faults of the same group are never combined. */
  readonly group: string;
  /** The part of the library that it replaces. */
  readonly replaces?: keyof Replaced;
  /** The signature stays correct. "alone": a wrong signature would hide this fault, or this fault would hide it. */
  readonly beside?: "with others" | "alone";
  /** Returns undefined if the fault cannot happen to this request. */
  readonly apply: (one: Case, random: SeededRandom) => Case | undefined;
}

const secret = (
  name: string,
  causes: readonly CauseId[],
  value: (one: Case, random: SeededRandom) => string,
): Fault => ({
  name,
  causes,
  group: "consumer secret",
  apply: (one, random) => signs(one, { consumerSecret: value(one, random) }),
});

const tokenSecret = (
  name: string,
  causes: readonly CauseId[],
  value: (one: Case, random: SeededRandom) => string,
): Fault => ({
  name,
  causes,
  group: "token secret",
  apply: (one, random) =>
    one.signed.tokenSecret === "" ? undefined : signs(one, { tokenSecret: value(one, random) }),
});

const hash = (
  name: string,
  causes: readonly CauseId[],
  replaced: (text: string, key: string) => string,
): Fault => ({
  name,
  causes,
  group: "hash",
  replaces: "hash",
  apply: (one) => signs(one, { replaced: { ...one.signed.replaced, hash: replaced } }),
});

const finish = (
  name: string,
  causes: readonly CauseId[],
  change: (signature: string) => string,
  applies = (_: Case) => true,
): Fault => ({
  name,
  causes,
  group: "finish",
  apply: (one) => (applies(one) ? signs(one, { finish: change }) : undefined),
});

const encode = (
  name: string,
  causes: readonly CauseId[],
  change: (text: string) => string,
): Fault => ({
  name,
  causes,
  group: "encoding",
  replaces: "encode",
  apply: (one) => signs(one, { replaced: { ...one.signed.replaced, encode: change } }),
});

const order = (name: string, compare: (one: string, other: string) => number): Fault => ({
  name,
  causes: ["order"],
  group: "order",
  replaces: "compare",
  apply: (one) =>
    signs(one, {
      replaced: { ...one.signed.replaced, compare: (a, b) => compare(String(a), String(b)) },
    }),
});

const address = (
  name: string,
  causes: readonly CauseId[],
  change: (draft: Draft, one: Case, random: SeededRandom) => Partial<Draft>,
): Fault => ({
  name,
  causes,
  group:
    name === "another method"
      ? "method"
      : causes.some((one) => ["path", "trailing-slash", "index-page"].includes(one))
        ? "path"
        : "origin",
  apply: (one, random) => signs(one, change(one.signed, one, random)),
});

const beside = (
  name: string,
  causes: readonly CauseId[],
  change: (one: Case, random: SeededRandom) => Case | undefined,
): Fault => ({
  name,
  causes,
  group: `beside: ${name}`,
  beside: causes.includes("nonce-used") || causes.includes("token-gone") ? "alone" : "with others",
  apply: change,
});

export const faults: readonly Fault[] = [
  secret("a wrong consumer secret", ["wrong-secret"], (_, random) => random.text(50)),
  secret("the previous consumer secret", ["previous-secret"], ({ world }) => world.previousSecret),
  secret(
    "another application's secret",
    ["other-application-secret"],
    ({ world }) => world.otherSecret,
  ),
  secret(
    "the consumer key as the secret",
    ["consumer-secret-is-key"],
    ({ world }) => world.consumerKey,
  ),
  {
    name: "the token's secret as the consumer's",
    causes: ["consumer-secret-is-token-secret"],
    group: "consumer secret",
    apply: (one) =>
      one.signed.tokenSecret === ""
        ? undefined
        : signs(one, { consumerSecret: one.signed.tokenSecret }),
  },
  secret(
    "a line end in the consumer secret",
    ["consumer-secret-altered"],
    ({ world }) => `${world.consumerSecret}\n`,
  ),
  secret("a space in the consumer secret", ["consumer-secret-altered"], ({ world }, random) =>
    random.odds(0.5) ? `${world.consumerSecret} ` : ` ${world.consumerSecret}`,
  ),
  tokenSecret("a wrong token secret", ["wrong-secret"], (_, random) => random.text(45)),
  tokenSecret("no token secret", ["token-secret-missing"], () => ""),
  tokenSecret(
    "the consumer's secret as the token's",
    ["token-secret-is-consumer-secret"],
    ({ world }) => world.consumerSecret,
  ),
  tokenSecret("the token as its secret", ["token-secret-is-token"], ({ world, kind }) =>
    kind === "access_token" ? world.requestToken : world.token,
  ),
  tokenSecret(
    "a line end in the token secret",
    ["token-secret-altered"],
    ({ signed }) => `${signed.tokenSecret}\n`,
  ),
  {
    name: "the secrets swapped",
    causes: ["secrets-swapped"],
    group: "consumer secret",
    apply: (one) => {
      const { consumerSecret, tokenSecret: other } = one.signed;
      return other === ""
        ? undefined
        : signs(one, { consumerSecret: other, tokenSecret: consumerSecret });
    },
  },
  {
    name: "a signature of the application alone",
    causes: ["signed-alone"],
    group: "token secret",
    apply: (one) =>
      one.signed.tokenSecret === ""
        ? undefined
        : signs(one, { oauth: withoutToken(one.signed.oauth), tokenSecret: "" }),
  },
  hash("a key without &", ["key-without-ampersand"], (text, key) =>
    hmac("sha1", text, key.replace("&", "")),
  ),
  hash("HMAC-SHA256", ["digest"], (text, key) => hmac("sha256", text, key)),
  hash("PLAINTEXT", ["digest"], (_, key) => key),
  hash("base64 of hex", ["hex-in-base64"], (text, key) =>
    Buffer.from(createHmac("sha1", key).update(text).digest("hex")).toString("base64"),
  ),
  hash("hex", ["hex"], (text, key) => createHmac("sha1", key).update(text).digest("hex")),
  finish("a signature encoded twice", ["signature-encoded-twice"], percent),
  finish(
    "a signature not encoded in a query",
    ["signature-unencoded"],
    (signature) => signature.replaceAll("+", " "),
    ({ wire }) => wire.place === "query",
  ),
  finish("a line end behind the signature", ["signature-altered"], (signature) => `${signature}\n`),
  finish("a signature without its padding", ["signature-altered"], (signature) =>
    signature.replace("=", ""),
  ),
  address("another method", ["method"], ({ method }) => ({
    method: method === "GET" ? "POST" : "GET",
  })),
  address("another scheme", ["scheme"], ({ origin }) => ({
    origin: origin.replace("https:", "http:"),
  })),
  address("an address behind the proxy", ["host"], (_, __, random) => ({
    origin: random.one(["http://localhost:8080", "http://127.0.0.1:3000", "http://localhost"]),
  })),
  address("another port", ["port"], ({ origin }, _, random) => ({
    origin: `${origin.replace(/:\d+$/, "")}:${random.one(["8080", "3000"])}`,
  })),
  address("another path", ["path"], ({ path }, { kind }) => ({
    path:
      kind === "call"
        ? path.split("/").toSpliced(1, 1).join("/") || `/api${path}`
        : "/oauth/authorize",
  })),
  address("a trailing slash", ["trailing-slash"], ({ path }) => ({
    path: path.endsWith("/") ? path.slice(0, -1) : `${path}/`,
  })),
  address("a path without .json", ["path"], ({ path }) => ({
    path: path.endsWith(".json") ? path.slice(0, -5) : `${path}.json`,
  })),
  address("an index page in the path", ["index-page"], ({ path }, _, random) => ({
    path: random.one([`/index.php${path}`, `${path.replace(/\/$/, "")}/index.php`]),
  })),
  {
    name: "an index page only sent",
    causes: ["index-page"],
    group: "path",
    apply: (one) =>
      one.kind === "call" ? sends(one, { path: `/index.php${one.sent.path}` }) : undefined,
  },
  {
    name: "the query not signed",
    causes: ["query-unsigned", "parameter-unsigned"],
    group: "query",
    apply: (one) => (one.signed.query.length === 0 ? undefined : signs(one, { query: [] })),
  },
  {
    name: "the form not signed",
    causes: ["body-unsigned", "parameter-unsigned"],
    group: "form",
    apply: (one) => (one.signed.form.length === 0 ? undefined : signs(one, { form: [] })),
  },
  {
    name: "JSON signed as a form",
    causes: ["json-signed"],
    group: "form",
    apply: (one) =>
      one.sent.json === undefined
        ? undefined
        : signs(one, {
            form: Object.entries(JSON.parse(one.sent.json)).map(
              ([name, value]): Pair => [name, String(value)],
            ),
          }),
  },
  {
    name: "a parameter added after signing",
    // If it is the only parameter, the whole query is not signed.
    causes: ["parameter-unsigned", "query-unsigned"],
    group: "one parameter",
    apply: (one, random) =>
      sends(one, { query: [...one.sent.query, ["utm_source", random.text(6)]] }),
  },
  {
    name: "a protocol parameter not signed",
    causes: ["parameter-unsigned"],
    group: "one parameter",
    apply: (one, random) => {
      const name = random.one(["oauth_token", "oauth_callback", "oauth_verifier", "oauth_version"]);
      const oauth = one.signed.oauth.filter((pair) => pair[0] !== name);
      return oauth.length === one.signed.oauth.length ? undefined : signs(one, { oauth });
    },
  },
  {
    name: "a parameter lost after signing",
    causes: ["parameter-lost"],
    group: "one parameter",
    apply: (one, random) =>
      signs(one, {
        query: [
          ...one.signed.query,
          random.one([
            ["include_email", "true"],
            ["skip_status", "true"],
            ["tweet_mode", "extended"],
          ] as const),
        ],
      }),
  },
  {
    name: "oauth_version signed and not sent",
    causes: ["parameter-lost"],
    group: "one parameter",
    apply: (one) =>
      one.signed.oauth.some(([name]) => name === "oauth_version")
        ? undefined
        : signs(one, { oauth: [...one.signed.oauth, ["oauth_version", "1.0"]] }),
  },
  {
    name: "a parameter signed twice",
    causes: ["parameter-doubled"],
    group: "one parameter",
    apply: (one) => {
      const [pair] = one.signed.query;
      return pair === undefined ? undefined : signs(one, { query: [...one.signed.query, pair] });
    },
  },
  {
    name: "parameters sent twice",
    causes: ["sent-twice"],
    group: "query",
    apply: (one) =>
      one.sent.query.length === 0
        ? undefined
        : sends(one, { query: [...one.sent.query, ...one.sent.query] }),
  },
  {
    name: "a value trimmed after signing",
    causes: ["parameter-changed"],
    group: "one parameter",
    apply: (one, random) => changes(one, random, (value) => `${value} `),
  },
  {
    name: "a value in other case after signing",
    causes: ["parameter-changed"],
    group: "one parameter",
    apply: (one, random) => changes(one, random, (value) => value.toLowerCase()),
  },
  {
    name: "a + sent as it is",
    causes: ["plus-unencoded"],
    group: "one parameter",
    apply: (one) => {
      const at = one.sent.form.findIndex(
        ([, value]) => value.includes(" + ") || value.includes("+"),
      );
      if (at === -1) return undefined;
      const plus = (pairs: readonly Pair[], change: (value: string) => string) =>
        pairs.map(([name, value], place): Pair => [name, place === at ? change(value) : value]);
      // Every space and plus is sent as a plus, and a plus is read as a space.
      return {
        ...one,
        signed: {
          ...one.signed,
          form: plus(one.signed.form, (value) => value.replaceAll(" ", "+")),
        },
        sent: { ...one.sent, form: plus(one.sent.form, (value) => value.replaceAll("+", " ")) },
      };
    },
  },
  {
    name: "a + sent as it is beside %20",
    causes: ["plus-unencoded"],
    group: "one parameter",
    // The character of private use is written as a raw +, which is read as a space.
    apply: (one) => ({
      ...sends(signs(one, { query: [...one.signed.query, ["caption", "a + b c"]] }), {
        query: [...one.sent.query, ["caption", "a \ue000 b c"]],
      }),
      wire: { ...one.wire, spaces: "%20", raw: [[percent("\ue000"), "+"]] },
    }),
  },
  {
    name: "the question mark signed",
    causes: ["question-mark-signed"],
    group: "one parameter",
    apply: (one) => {
      const [first, ...others] = one.signed.query;
      if (first === undefined) return undefined;
      return signs(one, { query: [[`?${first[0]}`, first[1]], ...others] });
    },
  },
  {
    name: "parameters split at ; or &amp;",
    causes: ["separator"],
    group: "one parameter",
    apply: (one, random) => {
      const sent: readonly Pair[] = random.odds(0.5)
        ? [["since", "1;until=2"]]
        : [
            ["since", "1"],
            ["amp;until", "2"],
          ];
      const signed: readonly Pair[] = [
        ["since", "1"],
        ["until", "2"],
      ];
      const raw = ["%3B", "%3D"].map((code) => [code, decodeURIComponent(code)] as const);
      return {
        ...sends(signs(one, { query: [...one.signed.query, ...signed] }), {
          query: [...one.sent.query, ...sent],
        }),
        wire: { ...one.wire, raw },
      };
    },
  },
  {
    name: "brackets changed after signing",
    causes: ["brackets"],
    group: "one parameter",
    apply: (one, random) => {
      const [signed, sent] = random.one([
        ["", "[]"],
        ["[0]", "[]"],
        ["[]", "[0]"],
        ["[]", "%5B%5D"],
        ["%5B%5D", "[]"],
      ] as const);
      const named = (brackets: string): readonly Pair[] => [
        [`ids${brackets}`, "7"],
        [`tags${brackets}`, "red"],
      ];
      return sends(signs(one, { query: [...one.signed.query, ...named(signed)] }), {
        query: [...one.sent.query, ...named(sent)],
      });
    },
  },
  {
    name: "a nested value signed as its language prints it",
    causes: ["nested-printed"],
    group: "one parameter",
    apply: (one, random) => {
      const printed = random.one([
        '{"lang"=>"en", "page"=>"2"}',
        '{:lang=>"en", :page=>2}',
        '{"lang" => "en", "page" => 2}',
        '{lang: "en", page: 2}',
        "{'lang': 'en', 'page': '2'}",
        '{"lang":"en","page":2}',
        "Array",
        "[object Object]",
        "map[lang:en page:2]",
      ]);
      const sent: readonly Pair[] = [
        ["filter[lang]", "en"],
        ["filter[page]", "2"],
      ];
      return sends(signs(one, { query: [...one.signed.query, ["filter", printed]] }), {
        query: [...one.sent.query, ...sent],
      });
    },
  },
  {
    name: "the fields of a multipart body signed",
    causes: ["multipart-signed"],
    group: "form",
    apply: (one) =>
      one.sent.form.length === 0 ? undefined : sends(one, { form: [], multipart: one.sent.form }),
  },
  {
    name: "two looks at the clock",
    causes: ["parameter-changed"],
    group: "one parameter",
    apply: (one) =>
      signs(one, {
        oauth: one.signed.oauth.map(
          ([name, value]): Pair =>
            name === "oauth_timestamp" ? [name, String(Number(value) - 1)] : [name, value],
        ),
      }),
  },
  {
    name: "the realm signed",
    causes: ["realm-signed"],
    group: "realm",
    apply: (one) => {
      const { realm, place } = one.wire;
      if (realm === undefined || place !== "header") return undefined;
      return signs(one, { query: [...one.signed.query, ["realm", realm]] });
    },
  },
  {
    name: "an empty oauth_signature signed",
    causes: ["signature-signed"],
    group: "realm",
    apply: (one) => signs(one, { oauth: [...one.signed.oauth, ["oauth_signature", ""]] }),
  },
  {
    name: "the callback encoded twice",
    causes: ["unencoded", "encoded-twice"],
    group: "callback",
    apply: (one) =>
      one.sent.oauth.some(([name, value]) => name === "oauth_callback" && value !== "oob")
        ? sends(one, {
            oauth: one.sent.oauth.map(
              ([name, value]): Pair =>
                name === "oauth_callback" ? [name, percent(value)] : [name, value],
            ),
          })
        : undefined,
  },
  order("no order", () => 0),
  order("an order by letters", (one, other) => compared(one.toLowerCase(), other.toLowerCase())),
  order("an order from the end", (one, other) => compared(other, one)),
  encode("+ for a space", ["plus-for-space", "form-encoding"], (text) =>
    percent(text).replaceAll("%20", "+"),
  ),
  encode("lower-case hex", ["lower-hex"], (text) =>
    percent(text).replace(/%../g, (one) => one.toLowerCase()),
  ),
  encode("~ encoded", ["tilde", "form-encoding"], (text) => percent(text).replaceAll("~", "%7E")),
  encode("* not encoded", ["reserved-unencoded", "form-encoding"], (text) =>
    percent(text).replaceAll("%2A", "*"),
  ),
  encode("!'()* not encoded", ["reserved-unencoded"], encodeURIComponent),
  encode("/ not encoded", ["reserved-unencoded"], (text) => percent(text).replaceAll("%2F", "/")),
  encode("unreserved characters encoded", ["unreserved-encoded"], (text) =>
    percent(text).replace(/[-._]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  encode(
    "a form's encoding",
    ["form-encoding", "plus-for-space", "tilde", "reserved-unencoded"],
    (text) => percent(text).replaceAll("%20", "+").replaceAll("~", "%7E").replaceAll("%2A", "*"),
  ),
  encode("nothing encoded", ["unencoded"], (text) => text),
  encode("everything encoded twice", ["encoded-twice"], (text) => percent(percent(text))),
  {
    name: "values encoded twice",
    causes: ["encoded-twice"],
    group: "encoding",
    apply: (one) => {
      const twice = (pairs: readonly Pair[]) =>
        pairs.map(([name, value]): Pair => [name, percent(value)]);
      return signs(one, {
        query: twice(one.signed.query),
        form: twice(one.signed.form),
        oauth: twice(one.signed.oauth),
      });
    },
  },
  encode("another form of Unicode", ["unicode-form"], (text) => percent(text.normalize("NFD"))),
  encode("Latin-1", ["latin1"], (text) =>
    [...text].some((character) => (character.codePointAt(0) ?? 0) > 255)
      ? percent(text)
      : [...Buffer.from(text, "latin1")]
          .map((byte) =>
            byte < 128 ? percent(String.fromCharCode(byte)) : `%${byte.toString(16).toUpperCase()}`,
          )
          .join(""),
  ),

  beside("milliseconds", ["clock"], (one) => at(one, one.world.now)),
  beside("a clock that is ahead", ["clock"], (one, random) =>
    at(one, one.world.now / 1000 + 400 + random.number(2000)),
  ),
  beside("a clock that is behind", ["clock"], (one, random) =>
    at(one, one.world.now / 1000 - 400 - random.number(2000)),
  ),
  beside("local time for UTC", ["clock"], (one, random) =>
    at(one, one.world.now / 1000 + 3600 * random.one([-8, -5, -3, 1, 2, 9])),
  ),
  beside("a nonce used before", ["nonce-used"], (one) => ({
    ...one,
    state: { ...one.state, nonceUsed: true },
  })),
  beside("the hash of another body", ["body-hash-other"], (one, random) =>
    withBodyHash(one, createHash("sha1").update(random.text(20)).digest("base64")),
  ),
  beside("a body hash in hexadecimal digits", ["body-hash-form"], (one) =>
    withBodyHash(
      one,
      createHash("sha1")
        .update(one.sent.json ?? "")
        .digest("hex"),
    ),
  ),
  {
    name: "a SHA-1 body hash that the application rules out",
    causes: ["body-hash-ruled-out"],
    group: "hash",
    replaces: "hash",
    beside: "alone",
    apply: (one) => {
      const body = createHash("sha1").update(one.sent.json ?? "");
      const hashed = withBodyHash(one, body.digest("base64"));
      if (hashed === undefined) return undefined;
      const stronger = both(hashed, (oauth) =>
        oauth.map(
          ([name, value]): Pair =>
            name === "oauth_signature_method" ? [name, "HMAC-SHA256"] : [name, value],
        ),
      );
      const hash = (text: string, key: string) => hmac("sha256", text, key);
      const signed = signs(stronger, { replaced: { ...stronger.signed.replaced, hash } });
      return { ...signed, state: { ...signed.state, requiresSha256: true } };
    },
  },
  beside("a suspended application", ["application-suspended"], (one) => ({
    ...one,
    state: { ...one.state, suspended: true },
  })),
  beside("a method that the application rules out", ["method-ruled-out"], (one) => ({
    ...one,
    state: { ...one.state, requiresSha256: true },
  })),
  beside("no token where a user is needed", ["token-missing"], (one) => {
    if (one.kind !== "call" || one.state.tokenGone) return undefined;
    const alone = both(one, withoutToken);
    return {
      ...alone,
      signed: { ...alone.signed, tokenSecret: "" },
      state: { ...one.state, needs: "user" },
    };
  }),
  beside("a token where the application signs alone", ["token-unwanted"], (one) =>
    one.kind === "call" ? { ...one, state: { ...one.state, needs: "application" } } : undefined,
  ),
  beside("a token that is gone", ["token-gone"], (one) =>
    one.kind === "request_token" ? undefined : { ...one, state: { ...one.state, tokenGone: true } },
  ),
  beside("an expired request token", ["request-token-expired"], (one) =>
    one.kind === "access_token"
      ? { ...one, state: { ...one.state, tokenExpired: true } }
      : undefined,
  ),
  beside("a request token that no one approved", ["not-approved"], (one) =>
    one.kind === "access_token"
      ? { ...one, state: { ...one.state, notApproved: true } }
      : undefined,
  ),
  beside("a wrong verifier", ["verifier-wrong"], (one) =>
    one.kind === "access_token"
      ? { ...one, state: { ...one.state, verifierWrong: true } }
      : undefined,
  ),
  beside("no verifier", ["verifier-missing"], (one) =>
    one.kind === "access_token"
      ? both(one, (oauth) => oauth.filter(([name]) => name !== "oauth_verifier"))
      : undefined,
  ),
  beside("a callback that is not registered", ["callback-unregistered"], (one, random) =>
    one.kind === "request_token"
      ? both(one, (oauth) =>
          oauth.map(
            ([name, value]): Pair =>
              name === "oauth_callback"
                ? [name, random.one(["https://other.example/cb", `${one.world.callbacks[0]}/`])]
                : [name, value],
          ),
        )
      : undefined,
  ),
  beside("no callback", ["callback-missing"], (one) =>
    one.kind === "request_token"
      ? both(one, (oauth) => oauth.filter(([name]) => name !== "oauth_callback"))
      : undefined,
  ),
  beside("another application's key", ["other-key"], (one) =>
    both(one, (oauth) =>
      oauth.map(
        ([name, value]): Pair => [name, name === "oauth_consumer_key" ? one.world.otherKey : value],
      ),
    ),
  ),
  beside("a protocol parameter missing", ["missing"], (one, random) => {
    const missing = random.one(["oauth_nonce", "oauth_timestamp", "oauth_signature_method"]);
    return both(one, (oauth) => oauth.filter(([name]) => name !== missing));
  }),
  beside("another version", ["version"], (one) =>
    both(one, (oauth) => [
      ...oauth.filter(([name]) => name !== "oauth_version"),
      ["oauth_version", "2.0"],
    ]),
  ),
];

function withoutToken(oauth: readonly Pair[]): readonly Pair[] {
  return oauth.filter(([name]) => name !== "oauth_token");
}

function signs(one: Case, change: Partial<Draft>): Case {
  return { ...one, signed: { ...one.signed, ...change } };
}

function sends(one: Case, change: Partial<Draft>): Case {
  return { ...one, sent: { ...one.sent, ...change } };
}

function both(one: Case, change: (oauth: readonly Pair[]) => readonly Pair[]): Case {
  return sends(signs(one, { oauth: change(one.signed.oauth) }), { oauth: change(one.sent.oauth) });
}

function withBodyHash(one: Case, hash: string): Case | undefined {
  if (one.sent.json === undefined) return undefined;
  return both(one, (oauth) => [...oauth, ["oauth_body_hash", hash]]);
}

function at(one: Case, seconds: number): Case {
  const value = String(Math.floor(seconds));
  return both(one, (oauth) =>
    oauth.map(([name, before]): Pair => [name, name === "oauth_timestamp" ? value : before]),
  );
}

/** Sends one value of the query or the form differently from how it was signed. */
function changes(
  one: Case,
  random: SeededRandom,
  change: (value: string) => string,
): Case | undefined {
  const list = random.one(["query", "form"] as const);
  const pairs = one.signed[list];
  if (pairs.length === 0) return undefined;
  const place = random.number(pairs.length);
  return signs(one, {
    [list]: pairs.map(
      ([name, value], index): Pair => [name, index === place ? change(value) : value],
    ),
  });
}

function hmac(name: string, text: string, key: string): string {
  return createHmac(name, key).update(text).digest("base64");
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
