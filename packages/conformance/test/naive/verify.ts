/** Checks a request's signature correctly, unless a defect is turned on. */
import { createHash, createHmac, createVerify, timingSafeEqual } from "node:crypto";
import type { Defect } from "./defects.ts";
import { encodedBytes, type Parameter } from "./parameters.ts";
import { Race } from "./race.ts";

export interface NaiveClient {
  readonly key: string;
  readonly secret: string;
  readonly publicKey: string;
}

export interface Signed {
  readonly method: string;
  readonly uri: string;
  readonly parameters: readonly Parameter[];
}

/** A rejection. It is no `Error`, because there are tens of thousands, and an `Error` records its stack. */
export class No {
  readonly status: number;
  readonly message: string;
  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

const names = ["consumer_key", "signature_method", "timestamp", "nonce", "signature"] as const;
const tolerance = 300;

/** Throws `No` if a parameter is missing, empty or repeated. */
export function protocolOf(
  { parameters }: Pick<Signed, "parameters">,
  has: (defect: Defect) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of parameters) {
    if (!name.startsWith("oauth_")) continue;
    if (found.has(name)) {
      if (has("first-of-two")) continue;
      if (found.get(name) !== value) throw new No(400, `${name} is there twice`);
    }
    found.set(name, value);
  }
  for (const name of names) if (!found.get(`oauth_${name}`)) throw new No(400, `no oauth_${name}`);
  const version = found.get("oauth_version");
  if (version !== undefined && version !== "1.0" && !has("version-not-checked")) {
    throw new No(400, "wrong version");
  }
  return found;
}

export function checkSignature(
  signed: Signed,
  protocol: ReadonlyMap<string, string>,
  client: NaiveClient,
  tokenSecret: string,
  offered: readonly string[],
  has: (defect: Defect) => boolean,
): void {
  const named = protocol.get("oauth_signature_method") ?? "";
  const all = has("plaintext-not-offered") ? [...offered, "PLAINTEXT"] : offered;
  const method = has("unknown-method-is-hmac") && !all.includes(named) ? "HMAC-SHA1" : named;
  if (!all.includes(method)) throw new No(400, "unknown method");
  if (has("signature-not-checked")) return;
  const secrets = has("token-secret-optional") ? [tokenSecret, "wrong"] : [tokenSecret];
  const methods = has("method-not-checked") ? ["GET", "POST"] : [signed.method];
  const given = protocol.get("oauth_signature") ?? "";
  for (const left of leftOut(has)) {
    const parameters = signed.parameters.filter((one) => !left(one));
    for (const secret of secrets) {
      const key = `${encodedBytes(client.secret, () => false)}&${encodedBytes(secret, () => false)}`;
      for (const each of methods) {
        const base = baseOf({ ...signed, method: each, parameters }, has);
        if (fits(method, base, key, client, given, has)) return;
      }
    }
  }
  if (has("errors-are-500")) throw new No(500, "wrong signature");
  throw new No(
    401,
    has("secret-in-error") ? `wrong signature, key ${client.secret}&` : "wrong signature",
  );
}

/** `body` is a binary string. Throws `No` if the hash is another body's. */
export function checkBodyHash(
  hash: string | undefined,
  body: string,
  has: (defect: Defect) => boolean,
): void {
  if (hash === undefined || has("body-hash-not-compared")) return;
  if (body === "" && has("empty-body-not-hashed")) return;
  const digests = ["sha1", "sha256", "sha512"];
  const right = digests.map((name) => createHash(name).update(body, "latin1").digest("base64"));
  if (!right.includes(hash)) throw new No(401, "another body");
}

/** With a defect, the signature is also checked without these parameters. */
function* leftOut(has: (defect: Defect) => boolean) {
  yield () => false;
  const own = (place: Parameter["place"]) => (one: Parameter) =>
    one.place === place && !one.name.startsWith("oauth_");
  if (has("query-not-signed")) yield own("query");
  if (has("form-not-signed")) yield own("form");
  if (has("header-not-signed")) yield own("header");
}

function baseOf({ method, uri, parameters }: Signed, has: (defect: Defect) => boolean): string {
  let pairs = parameters
    .filter(
      ({ name, place }) =>
        name !== "oauth_signature" &&
        !(name === "realm" && place === "header" && !has("realm-signed")),
    )
    .map(({ name, value }) => [encodedBytes(name, has), encodedBytes(value, has)] as const);
  if (has("repeats-collapsed")) pairs = [...new Map(pairs)];
  // A protocol parameter sent in two places counts once.
  else
    pairs = pairs.filter(
      ([name], at) =>
        !name.startsWith("oauth_") ||
        pairs.findIndex((one) => one[0] === name && one[1] === pairs[at]?.[1]) === at,
    );
  if (has("empty-values-dropped")) pairs = pairs.filter(([, value]) => value !== "");
  const less = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  if (has("sorted-as-pairs")) pairs.sort((a, b) => less(a.join("="), b.join("=")));
  else if (has("sorted-by-name")) pairs.sort((a, b) => less(a[0], b[0]));
  else pairs.sort((a, b) => less(a[0], b[0]) || less(a[1], b[1]));
  const text = pairs.map((pair) => pair.join("=")).join("&");
  return [method, uri, text].map((part) => encodedBytes(part, () => false)).join("&");
}

function fits(
  method: string,
  base: string,
  key: string,
  client: NaiveClient,
  given: string,
  has: (defect: Defect) => boolean,
): boolean {
  if (method === "RSA-SHA1") {
    const bytes = Buffer.from(given, "base64");
    if (bytes.toString("base64") !== given) return false;
    return createVerify("RSA-SHA1").update(base).verify(client.publicKey, bytes);
  }
  const right =
    method === "PLAINTEXT"
      ? key
      : createHmac(method.replace("HMAC-", ""), key).update(base).digest("base64");
  if (has("signature-in-any-case")) return right.toLowerCase() === given.toLowerCase();
  if (has("signature-by-beginning")) return right.startsWith(given);
  const [one, other] = [Buffer.from(right), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Used nonces, by client, token, timestamp and nonce. */
export class Nonces {
  readonly #seen = new Set<string>();
  readonly #race = new Race();
  #highest = 0;

  /** Throws `No`. */
  checkTimestamp(
    protocol: ReadonlyMap<string, string>,
    nowMs: number,
    has: (defect: Defect) => boolean,
  ): void {
    const text = protocol.get("oauth_timestamp") ?? "";
    if (!/^\d{1,15}$/.test(text) && !has("lenient-timestamps")) throw new No(400, "no timestamp");
    const at = Number.parseInt(text, 10);
    if (Number.isNaN(at)) throw new No(400, "no timestamp");
    const now = nowMs / 1000;
    if (at > now + tolerance && !has("future-timestamps")) throw new No(401, "timestamp");
    if (at < now - tolerance && !has("old-timestamps")) throw new No(401, "timestamp");
    if (!has("growing-timestamps")) return;
    if (at < this.#highest) throw new No(401, "timestamp");
    this.#highest = at;
  }

  /** Throws `No` if the nonce was already used. */
  async spend(
    protocol: ReadonlyMap<string, string>,
    place: string,
    has: (defect: Defect) => boolean,
  ): Promise<void> {
    if (has("nonces-forgotten")) return;
    const [key, token, timestamp, nonce] = ["consumer_key", "token", "timestamp", "nonce"].map(
      (name) => protocol.get(`oauth_${name}`) ?? "",
    );
    const written = has("nonces-in-any-case") ? nonce?.toLowerCase() : nonce;
    let id = [key, token, timestamp, written].join(" ");
    if (has("one-nonce-a-second")) id = [key, token, timestamp].join(" ");
    if (has("nonces-of-everybody")) id = [timestamp, written].join(" ");
    if (has("nonces-without-timestamp")) id = [key, token, written].join(" ");
    if (has("nonces-by-place")) id = [place, id].join(" ");
    if (this.#seen.has(id)) throw new No(401, "used nonce");
    if (has("nonce-race")) await this.#race.over(id);
    this.#seen.add(id);
  }
}
