import type { Secret } from "../domain/credentials.ts";
import { type SigningKey, signingKey } from "../oauth1/signature.ts";

/** Prepared once, and kept for as long as the token's secret (the consumer's, where there is no token) is kept. */
export function preparedKey(consumerSecret: Secret, tokenSecret: Secret | undefined): SigningKey {
  const holder = tokenSecret ?? consumerSecret;
  const known = prepared.get(holder);
  if (known !== undefined && known.consumerSecret === consumerSecret) return known.key;
  const key = signingKey(consumerSecret.reveal(), tokenSecret?.reveal() ?? "");
  prepared.set(holder, { consumerSecret, key });
  return key;
}

const prepared = new WeakMap<Secret, { consumerSecret: Secret; key: SigningKey }>();
