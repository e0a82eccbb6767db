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

export const faults: readonly Fault[] = [
  secret("a wrong consumer secret", "wrong-secret", (_, random) => random.text(50)),
  secret("the previous consumer secret", "previous-secret", ({ world }) => world.previousSecret),
  secret(
    "another application's secret",
    "other-application-secret",
    (one) => one.world.otherSecret,
  ),
  secret(
    "the consumer key as the secret",
    "consumer-secret-is-key",
    (one) => one.world.consumerKey,
  ),
  signed(
    "consumer secret",
    "the token's secret as the consumer's",
    "consumer-secret-is-token-secret",
    withToken(({ signed }) => ({ consumerSecret: signed.tokenSecret })),
  ),
  secret(
    "a line end in the consumer secret",
    "consumer-secret-altered",
    ({ world }) => `${world.consumerSecret}\n`,
  ),
  secret("a space in the consumer secret", "consumer-secret-altered", ({ world }, random) =>
    random.odds(0.5) ? `${world.consumerSecret} ` : ` ${world.consumerSecret}`,
  ),
  tokenSecret("a wrong token secret", "wrong-secret", (_, random) => random.text(45)),
  tokenSecret("no token secret", "token-secret-missing", () => ""),
  tokenSecret(
    "the consumer's secret as the token's",
    "token-secret-is-consumer-secret",
    ({ world }) => world.consumerSecret,
  ),
  tokenSecret("the token as its secret", "token-secret-is-token", ({ world, kind }) =>
    kind === "access_token" ? world.requestToken : world.token,
  ),
  tokenSecret(
    "a line end in the token secret",
    "token-secret-altered",
    ({ signed }) => `${signed.tokenSecret}\n`,
  ),
  signed(
    "consumer secret",
    "the secrets swapped",
    "secrets-swapped",
    withToken(({ signed: { consumerSecret, tokenSecret } }) => ({
      consumerSecret: tokenSecret,
      tokenSecret: consumerSecret,
    })),
  ),
  signed(
    "token secret",
    "a signature of the application alone",
    "signed-alone",
    withToken(({ signed: { oauth } }) => ({
      oauth: without("oauth_token", oauth),
      tokenSecret: "",
    })),
  ),
  hash("a key without &", "key-without-ampersand", (text, key) =>
    hmac("sha1", text, key.replace("&", "")),
  ),
  hash("HMAC-SHA256", "digest", (text, key) => hmac("sha256", text, key)),
  hash("PLAINTEXT", "digest", (_, key) => key),
  hash("base64 of hex", "hex-in-base64", (text, key) =>
    Buffer.from(createHmac("sha1", key).update(text).digest("hex")).toString("base64"),
  ),
  hash("hex", "hex", (text, key) => createHmac("sha1", key).update(text).digest("hex")),
  finish("a signature encoded twice", "signature-encoded-twice", percent),
  finish(
    "a signature not encoded in a query",
    "signature-unencoded",
    (signature) => signature.replaceAll("+", " "),
    ({ wire }) => wire.place === "query",
  ),
  finish("a line end behind the signature", "signature-altered", (signature) => `${signature}\n`),
  finish("a signature without its padding", "signature-altered", (signature) =>
    signature.replace("=", ""),
  ),
  signed("method", "another method", "method", ({ signed: { method } }) => ({
    method: method === "GET" ? "POST" : "GET",
  })),
  signed("origin", "another scheme", "scheme", ({ signed: { origin } }) => ({
    origin: origin.replace("https:", "http:"),
  })),
  signed("origin", "an address behind the proxy", "host", (_, random) => ({
    origin: random.one(["http://localhost:8080", "http://127.0.0.1:3000", "http://localhost"]),
  })),
  signed("origin", "another port", "port", ({ signed: { origin } }, random) => ({
    origin: `${origin.replace(/:\d+$/, "")}:${random.one(["8080", "3000"])}`,
  })),
  signed("path", "another path", "path", ({ signed: { path }, kind }) => ({
    path:
      kind === "call"
        ? path.split("/").toSpliced(1, 1).join("/") || `/api${path}`
        : "/oauth/authorize",
  })),
  signed("path", "a trailing slash", "trailing-slash", ({ signed: { path } }) => ({
    path: path.endsWith("/") ? path.slice(0, -1) : `${path}/`,
  })),
  signed("path", "a path without .json", "path", ({ signed: { path } }) => ({
    path: path.endsWith(".json") ? path.slice(0, -5) : `${path}.json`,
  })),
  signed("path", "an index page in the path", "index-page", ({ signed: { path } }, random) => ({
    path: random.one([`/index.php${path}`, `${path.replace(/\/$/, "")}/index.php`]),
  })),
  sent("path", "an index page only sent", "index-page", ({ kind, sent: { path } }) =>
    kind === "call" ? { path: `/index.php${path}` } : undefined,
  ),
  signed("query", "the query not signed", ["query-unsigned", "parameter-unsigned"], (one) =>
    one.signed.query.length === 0 ? undefined : { query: [] },
  ),
  signed("form", "the form not signed", ["body-unsigned", "parameter-unsigned"], (one) =>
    one.signed.form.length === 0 ? undefined : { form: [] },
  ),
  signed("form", "JSON signed as a form", "json-signed", ({ sent: { json } }) =>
    json === undefined
      ? undefined
      : { form: Object.entries(JSON.parse(json)).map(([name, value]) => [name, String(value)]) },
  ),
  sent(
    "one parameter",
    "a parameter added after signing",
    // If it is the only parameter, the whole query is not signed.
    ["parameter-unsigned", "query-unsigned"],
    ({ sent: { query } }, random) => ({ query: [...query, ["utm_source", random.text(6)]] }),
  ),
  signed(
    "one parameter",
    "a protocol parameter not signed",
    "parameter-unsigned",
    ({ signed }, random) => {
      const names = ["oauth_token", "oauth_callback", "oauth_verifier", "oauth_version"];
      const oauth = without(random.one(names), signed.oauth);
      return oauth.length === signed.oauth.length ? undefined : { oauth };
    },
  ),
  signed(
    "one parameter",
    "a parameter lost after signing",
    "parameter-lost",
    ({ signed: { query } }, random) => {
      const lost: readonly Pair[] = [
        ["include_email", "true"],
        ["skip_status", "true"],
        ["tweet_mode", "extended"],
      ];
      return { query: [...query, random.one(lost)] };
    },
  ),
  signed("one parameter", "oauth_version signed and not sent", "parameter-lost", (one) => {
    const { oauth } = one.signed;
    if (oauth.some(([name]) => name === "oauth_version")) return undefined;
    return { oauth: [...oauth, ["oauth_version", "1.0"]] };
  }),
  signed("one parameter", "a parameter signed twice", "parameter-doubled", (one) => {
    const [pair, ...others] = one.signed.query;
    return pair && { query: [pair, ...others, pair] };
  }),
  sent("query", "parameters sent twice", "sent-twice", ({ sent: { query } }) =>
    query.length === 0 ? undefined : { query: [...query, ...query] },
  ),
  changed("a value trimmed after signing", (value) => `${value} `),
  changed("a value in other case after signing", (value) => value.toLowerCase()),
  fault("one parameter", "a + sent as it is", "plus-unencoded", (one) => {
    const place = one.sent.form.findIndex(([, value]) => value.includes("+"));
    if (place === -1) return undefined;
    // Every space and plus is sent as a plus, and a plus is read as a space.
    return sends(
      signs(one, {
        form: withValueAt(place, one.signed.form, (value) => value.replaceAll(" ", "+")),
      }),
      { form: withValueAt(place, one.sent.form, (value) => value.replaceAll("+", " ")) },
    );
  }),
  // The character of private use is written as a raw +, which is read as a space.
  fault("one parameter", "a + sent as it is beside %20", "plus-unencoded", (one) => ({
    ...withQueries(one, [["caption", "a + b c"]], [["caption", "a \ue000 b c"]]),
    wire: { ...one.wire, spaces: "%20", raw: [[percent("\ue000"), "+"]] },
  })),
  signed("one parameter", "the question mark signed", "question-mark-signed", (one) => {
    const [first, ...others] = one.signed.query;
    return first && { query: [[`?${first[0]}`, first[1]], ...others] };
  }),
  fault("one parameter", "parameters split at ; or &amp;", "separator", (one, random) => {
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
    return { ...withQueries(one, signed, sent), wire: { ...one.wire, raw } };
  }),
  fault("one parameter", "brackets changed after signing", "brackets", (one, random) => {
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
    return withQueries(one, named(signed), named(sent));
  }),
  fault(
    "one parameter",
    "a nested value signed as its language prints it",
    "nested-printed",
    (one, random) => {
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
      return withQueries(one, [["filter", printed]], sent);
    },
  ),
  sent("form", "the fields of a multipart body signed", "multipart-signed", ({ sent: { form } }) =>
    form.length === 0 ? undefined : { form: [], multipart: form },
  ),
  signed(
    "one parameter",
    "two looks at the clock",
    "parameter-changed",
    ({ signed: { oauth } }) => ({
      oauth: withValue("oauth_timestamp", oauth, (value) => String(Number(value) - 1)),
    }),
  ),
  signed("realm", "the realm signed", "realm-signed", ({ signed: { query }, wire }) =>
    wire.realm === undefined || wire.place !== "header"
      ? undefined
      : { query: [...query, ["realm", wire.realm]] },
  ),
  signed(
    "realm",
    "an empty oauth_signature signed",
    "signature-signed",
    ({ signed: { oauth } }) => ({
      oauth: [...oauth, ["oauth_signature", ""]],
    }),
  ),
  sent("callback", "the callback encoded twice", ["unencoded", "encoded-twice"], (one) => {
    const { oauth } = one.sent;
    const hasUrl = oauth.some(([name, value]) => name === "oauth_callback" && value !== "oob");
    return hasUrl ? { oauth: withValue("oauth_callback", oauth, percent) } : undefined;
  }),
  order("no order", () => 0),
  order("an order by letters", (one, other) => compared(one.toLowerCase(), other.toLowerCase())),
  order("an order from the end", (one, other) => compared(other, one)),
  encode("+ for a space", ["plus-for-space", "form-encoding"], (text) =>
    percent(text).replaceAll("%20", "+"),
  ),
  encode("lower-case hex", "lower-hex", (text) =>
    percent(text).replace(/%../g, (one) => one.toLowerCase()),
  ),
  encode("~ encoded", ["tilde", "form-encoding"], (text) => percent(text).replaceAll("~", "%7E")),
  encode("* not encoded", ["reserved-unencoded", "form-encoding"], (text) =>
    percent(text).replaceAll("%2A", "*"),
  ),
  encode("!'()* not encoded", "reserved-unencoded", encodeURIComponent),
  encode("/ not encoded", "reserved-unencoded", (text) => percent(text).replaceAll("%2F", "/")),
  encode("unreserved characters encoded", "unreserved-encoded", (text) =>
    percent(text).replace(/[-._]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  encode(
    "a form's encoding",
    ["form-encoding", "plus-for-space", "tilde", "reserved-unencoded"],
    (text) => percent(text).replaceAll("%20", "+").replaceAll("~", "%7E").replaceAll("%2A", "*"),
  ),
  encode("nothing encoded", "unencoded", (text) => text),
  encode("everything encoded twice", "encoded-twice", (text) => percent(percent(text))),
  signed(
    "encoding",
    "values encoded twice",
    "encoded-twice",
    ({ signed: { query, form, oauth } }) => {
      const twice = (pairs: readonly Pair[]) =>
        pairs.map(([name, value]): Pair => [name, percent(value)]);
      return { query: twice(query), form: twice(form), oauth: twice(oauth) };
    },
  ),
  encode("another form of Unicode", "unicode-form", (text) => percent(text.normalize("NFD"))),
  encode("Latin-1", "latin1", (text) =>
    [...text].some((character) => (character.codePointAt(0) ?? 0) > 255)
      ? percent(text)
      : [...Buffer.from(text, "latin1")]
          .map((byte) =>
            byte < 128 ? percent(String.fromCharCode(byte)) : `%${byte.toString(16).toUpperCase()}`,
          )
          .join(""),
  ),

  clock("milliseconds", (now) => now * 1000),
  clock("a clock that is ahead", (now, random) => now + 400 + random.number(2000)),
  clock("a clock that is behind", (now, random) => now - 400 - random.number(2000)),
  clock("local time for UTC", (now, random) => now + 3600 * random.one([-8, -5, -3, 1, 2, 9])),
  known("a nonce used before", "nonce-used", { nonceUsed: true }),
  beside("the hash of another body", "body-hash-other", (one, random) =>
    withBodyHash(one, sha1(random.text(20)).toString("base64")),
  ),
  beside("a body hash in hexadecimal digits", "body-hash-form", (one) =>
    withBodyHash(one, sha1(one.sent.json ?? "").toString("hex")),
  ),
  fault(
    "hash",
    "a SHA-1 body hash that the application rules out",
    "body-hash-ruled-out",
    (one) => {
      const hashed = withBodyHash(one, sha1(one.sent.json ?? "").toString("base64"));
      if (hashed === undefined) return undefined;
      const stronger = both(hashed, (oauth) =>
        withValue("oauth_signature_method", oauth, () => "HMAC-SHA256"),
      );
      const hash = (text: string, key: string) => hmac("sha256", text, key);
      const signed = signs(stronger, { replaced: { ...stronger.signed.replaced, hash } });
      return { ...signed, state: { ...signed.state, requiresSha256: true } };
    },
    { replaces: "hash", beside: "alone" },
  ),
  known("a suspended application", "application-suspended", { suspended: true }),
  known("a method that the application rules out", "method-ruled-out", { requiresSha256: true }),
  beside("no token where a user is needed", "token-missing", (one) => {
    if (one.kind !== "call" || one.state.tokenGone) return undefined;
    const alone = signs(
      both(one, (oauth) => without("oauth_token", oauth)),
      { tokenSecret: "" },
    );
    return { ...alone, state: { ...one.state, needs: "user" } };
  }),
  known("a token where the application signs alone", "token-unwanted", { needs: "application" }, [
    "call",
  ]),
  known("a token that is gone", "token-gone", { tokenGone: true }, ["access_token", "call"]),
  known("an expired request token", "request-token-expired", { tokenExpired: true }, [
    "access_token",
  ]),
  known("a request token that no one approved", "not-approved", { notApproved: true }, [
    "access_token",
  ]),
  known("a wrong verifier", "verifier-wrong", { verifierWrong: true }, ["access_token"]),
  beside("no verifier", "verifier-missing", (one) =>
    one.kind === "access_token"
      ? both(one, (oauth) => without("oauth_verifier", oauth))
      : undefined,
  ),
  beside("a callback that is not registered", "callback-unregistered", (one, random) => {
    if (one.kind !== "request_token") return undefined;
    const others = ["https://other.example/cb", `${one.world.callbacks[0]}/`];
    return both(one, (oauth) => withValue("oauth_callback", oauth, () => random.one(others)));
  }),
  beside("no callback", "callback-missing", (one) =>
    one.kind === "request_token"
      ? both(one, (oauth) => without("oauth_callback", oauth))
      : undefined,
  ),
  beside("another application's key", "other-key", (one) =>
    both(one, (oauth) => withValue("oauth_consumer_key", oauth, () => one.world.otherKey)),
  ),
  beside("a protocol parameter missing", "missing", (one, random) => {
    const name = random.one(["oauth_nonce", "oauth_timestamp", "oauth_signature_method"]);
    return both(one, (oauth) => without(name, oauth));
  }),
  beside("another version", "version", (one) =>
    both(one, (oauth) => [...without("oauth_version", oauth), ["oauth_version", "2.0"]]),
  ),
];

type Causes = CauseId | readonly CauseId[];
type DraftChange = (one: Case, random: SeededRandom) => Partial<Draft> | undefined;
type Placing = Pick<Fault, "replaces" | "beside">;

function fault(
  group: string,
  name: string,
  causes: Causes,
  apply: Fault["apply"],
  placing: Placing = {},
): Fault {
  return { name, causes: [causes].flat(), group, apply, ...placing };
}

/** A fault in what is signed. */
function signed(
  group: string,
  name: string,
  causes: Causes,
  change: DraftChange,
  placing?: Placing,
): Fault {
  const apply: Fault["apply"] = (one, random) => {
    const changed = change(one, random);
    return changed && signs(one, changed);
  };
  return fault(group, name, causes, apply, placing);
}

/** A fault in what is sent. */
function sent(group: string, name: string, causes: Causes, change: DraftChange): Fault {
  return fault(group, name, causes, (one, random) => {
    const changed = change(one, random);
    return changed && sends(one, changed);
  });
}

type Text = (one: Case, random: SeededRandom) => string;

function secret(name: string, causes: Causes, text: Text): Fault {
  return signed("consumer secret", name, causes, (one, random) => ({
    consumerSecret: text(one, random),
  }));
}

function tokenSecret(name: string, causes: Causes, text: Text): Fault {
  const change = withToken((one, random) => ({ tokenSecret: text(one, random) }));
  return signed("token secret", name, causes, change);
}

function withToken(change: DraftChange): DraftChange {
  return (one, random) => (one.signed.tokenSecret === "" ? undefined : change(one, random));
}

function replaced(group: string, name: string, causes: Causes, by: Replaced): Fault {
  const change: DraftChange = (one) => ({ replaced: { ...one.signed.replaced, ...by } });
  return signed(group, name, causes, change, { replaces: Object.keys(by)[0] as keyof Replaced });
}

function hash(name: string, causes: Causes, hash: NonNullable<Replaced["hash"]>): Fault {
  return replaced("hash", name, causes, { hash });
}

function encode(name: string, causes: Causes, encode: NonNullable<Replaced["encode"]>): Fault {
  return replaced("encoding", name, causes, { encode });
}

function order(name: string, compare: (one: string, other: string) => number): Fault {
  return replaced("order", name, "order", { compare: (a, b) => compare(String(a), String(b)) });
}

function finish(
  name: string,
  causes: Causes,
  finish: Draft["finish"],
  applies = (_: Case) => true,
): Fault {
  return signed("finish", name, causes, (one) => (applies(one) ? { finish } : undefined));
}

function changed(name: string, change: (value: string) => string): Fault {
  return signed("one parameter", name, "parameter-changed", (one, random) => {
    const list = random.one(["query", "form"] as const);
    const pairs = one.signed[list];
    if (pairs.length === 0) return undefined;
    return { [list]: withValueAt(random.number(pairs.length), pairs, change) };
  });
}

/** A fault that leaves the signature right. */
function beside(name: string, causes: Causes, apply: Fault["apply"]): Fault {
  const isAlone = causes === "nonce-used" || causes === "token-gone";
  return fault(`beside: ${name}`, name, causes, apply, {
    beside: isAlone ? "alone" : "with others",
  });
}

/** A fault in what the service knows. */
function known(name: string, cause: CauseId, state: State, kinds?: readonly Kind[]): Fault {
  return beside(name, cause, (one) =>
    kinds?.includes(one.kind) === false ? undefined : { ...one, state: { ...one.state, ...state } },
  );
}

function clock(name: string, secondsFrom: (now: number, random: SeededRandom) => number): Fault {
  return beside(name, "clock", (one, random) => {
    const seconds = String(Math.floor(secondsFrom(one.world.now / 1000, random)));
    return both(one, (oauth) => withValue("oauth_timestamp", oauth, () => seconds));
  });
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

function withQueries(one: Case, signed: readonly Pair[], sent: readonly Pair[]): Case {
  const query = [...one.sent.query, ...sent];
  return sends(signs(one, { query: [...one.signed.query, ...signed] }), { query });
}

function withBodyHash(one: Case, hash: string): Case | undefined {
  if (one.sent.json === undefined) return undefined;
  return both(one, (oauth) => [...oauth, ["oauth_body_hash", hash]]);
}

function without(name: string, pairs: readonly Pair[]): readonly Pair[] {
  return pairs.filter((pair) => pair[0] !== name);
}

function withValue(
  name: string,
  pairs: readonly Pair[],
  change: (value: string) => string,
): readonly Pair[] {
  return pairs.map((pair): Pair => (pair[0] === name ? [name, change(pair[1])] : pair));
}

function withValueAt(
  place: number,
  pairs: readonly Pair[],
  change: (value: string) => string,
): readonly Pair[] {
  return pairs.map(([name, value], at): Pair => [name, at === place ? change(value) : value]);
}

function sha1(text: string): Buffer {
  return createHash("sha1").update(text).digest();
}

function hmac(name: string, text: string, key: string): string {
  return createHmac(name, key).update(text).digest("base64");
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
