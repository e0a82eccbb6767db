/**
 * Removes secrets from texts that are stored: by the name of a parameter, by a known value, and by the form
 * of what this service issues, anywhere in the text. Signatures are hidden too: a request that was rejected
 * because of its clock would be accepted later. So are hashes of bodies, with which a short body can be guessed.
 */
import { formDecode, percentEncodeBytes } from "#oauth1";

export const hidden = "[hidden]";

export function isSecretName(name: string): boolean {
  return secretNames.test(name) && !/^oauth_(?:token|signature_method|consumer_key)$/i.test(name);
}

const secretNames =
  /secret|passw|verifier|token|signature|body_hash|credential|private|session|api.?key|(?:^|[_-])(?:pin|code|otp|auth|key)$/i;

/** Whether the value of a parameter with this name is left out. */
export type Hides = (name: string) => boolean;

/** The administrator excludes further parameters by name, or all except those of the protocol by `*`. */
export function hiding(excluded: readonly string[]): Hides {
  const names = new Set(excluded.map((name) => name.toLowerCase()));
  const all = names.has("*");
  return (name) =>
    isSecretName(name) || names.has(name.toLowerCase()) || (all && !/^oauth_/i.test(name));
}

/** The query or form is still encoded. Linear. */
export function withoutSecretPairs(form: string, hides: Hides = isSecretName): string {
  return form
    .split("&")
    .map((pair) => {
      const [name = ""] = pair.split("=", 1);
      return hides(formDecode(name)) ? `${name}=${hidden}` : pair;
    })
    .join("&");
}

/** Keeps the names of an Authorization header's parameters and the values that are not secret. Linear. */
export function withoutSecretCredentials(authorization: string): string {
  const [, scheme = "", rest = ""] = /^([A-Za-z]{1,20}) +(.*)$/s.exec(authorization) ?? [];
  if (!/^oauth$/i.test(scheme)) return scheme === "" ? hidden : `${scheme} ${hidden}`;
  let isSecret = true;
  const parts = rest.split(",").map((part) => {
    const equals = part.indexOf("=");
    // A part without a name continues the value before it.
    if (equals === -1) return isSecret ? ` ${hidden}` : part;
    const name = part.slice(0, equals);
    isSecret = isSecretName(formDecode(name.trim()));
    return isSecret ? `${name}="${hidden}"` : part;
  });
  return `${scheme} ${parts.join(",")}`;
}

/** Names and values may be encoded up to twice in a base string or a URL. */
export function withoutNamedSecrets(text: string, hides: Hides = isSecretName): string {
  return text.replace(
    /([A-Za-z0-9_.~-]{1,60})(=|%3D|%253D)((?:(?!%26|%2526)[^&])*)/gi,
    (whole, name: string, equals: string) =>
      hides(name.replace(/^(?:25)?26/, "")) ? `${name}${equals}${hidden}` : whole,
  );
}

/** Also removes everything that has the form of this service's secrets. `value` is any JSON. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  const written = new Set(secrets.filter((one) => one.length >= 6).flatMap(waysToWrite));
  const clean = (text: string) =>
    [...written].reduce((left, one) => left.replaceAll(one, hidden), text).replace(issued, hidden);
  return mapTexts(value, clean);
}

/** Clients encode a secret differently, with hex in either case. */
function waysToWrite(secret: string): readonly string[] {
  const strict = percentEncodeBytes(secret);
  const encoded = [strict, percentEncodeBytes(strict), encodeURIComponent(secret.toWellFormed())];
  const escaped = /%[0-9A-F]{2}/g;
  const inLowerCase = encoded.map((one) => one.replace(escaped, (byte) => byte.toLowerCase()));
  return [secret, ...encoded, ...inLowerCase];
}

/** Token secrets, consumer secrets and bearer tokens can follow an encoded character. */
const issued =
  /(?<=^|[^A-Za-z0-9]|%(?:25)?[0-9A-Fa-f]{2})(?:[A-Za-z0-9]{45}|[A-Za-z0-9]{50}|[A-Za-z0-9]{100,120})(?![A-Za-z0-9])/g;

export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const changed = (one: unknown): unknown => {
    if (typeof one === "string") return change(one);
    if (Array.isArray(one)) return one.map(changed);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, of]) => [name, changed(of)]));
  };
  return changed(value) as Value;
}
