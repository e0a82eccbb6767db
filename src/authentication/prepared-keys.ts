import { Secret } from "../domain/credentials.ts";
import { type SigningKey, signingKey } from "../oauth1/signature.ts";

/** The signing key of two secrets. It is prepared once and kept as long as both secrets are in memory. */
export function preparedKey(consumerSecret: Secret, tokenSecret = noTokenSecret): SigningKey {
  const keys = prepared.get(consumerSecret) ?? new WeakMap<Secret, SigningKey>();
  const known = keys.get(tokenSecret);
  if (known !== undefined) return known;
  const key = signingKey(consumerSecret.reveal(), tokenSecret.reveal());
  prepared.set(consumerSecret, keys.set(tokenSecret, key));
  return key;
}

const noTokenSecret = new Secret("");
/** By consumer secret, then by token secret. */
const prepared = new WeakMap<Secret, WeakMap<Secret, SigningKey>>();
