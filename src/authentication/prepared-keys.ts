import { Secret } from "../domain/credentials.ts";
import { type SigningKey, signingKey } from "../oauth1/signature.ts";

/** Prepared once, and kept for as long as both secrets are kept. */
export function preparedKey(consumerSecret: Secret, tokenSecret = noTokenSecret): SigningKey {
  const keys = prepared.get(consumerSecret) ?? new WeakMap<Secret, SigningKey>();
  const known = keys.get(tokenSecret);
  if (known !== undefined) return known;
  const key = signingKey(consumerSecret.reveal(), tokenSecret.reveal());
  prepared.set(consumerSecret, keys.set(tokenSecret, key));
  return key;
}

const noTokenSecret = new Secret("");
/** By the consumer's secret, then the token's. */
const prepared = new WeakMap<Secret, WeakMap<Secret, SigningKey>>();
