/** The `oauth_*` parameters of a request before it is signed (RFC 5849 §3.1), with what the case changes. */
import { createHash } from "node:crypto";
import type { Provider } from "../config.ts";
import type { HashedBody, Pair, Sent } from "./sent.ts";
import type { World } from "./world.ts";

interface Known {
  readonly provider: Provider;
  readonly world: World;
  readonly key: string;
  readonly token: string | undefined;
  readonly signatureMethod: string;
}

export function protocolParameters(
  sent: Sent,
  { provider, world, key, token, signatureMethod }: Known,
): readonly Pair[] {
  const pairs: Pair[] = [
    ["oauth_consumer_key", key],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", world.timestamp()],
    ["oauth_nonce", world.nonce()],
    ["oauth_version", "1.0"],
  ];
  if (token !== undefined) pairs.splice(1, 0, ["oauth_token", token]);
  if (sent.to === "request-token") pairs.push(["oauth_callback", provider.callback]);
  if (sent.to === "access-token" && sent.token !== undefined) {
    pairs.push(["oauth_verifier", world.verifier(sent.token)]);
  }
  if (sent.body !== undefined) pairs.push(["oauth_body_hash", bodyHash(sent.body)]);
  return (sent.change ?? []).reduce<readonly Pair[]>(
    (before, change) => world.changed(before, change),
    pairs,
  );
}

/** The digest of the body's bytes, in base64 unless a case writes it in another way. */
function bodyHash({ text, digest, written }: HashedBody): string {
  const bytes = createHash(digest).update(text).digest();
  const right = bytes.toString("base64");
  if (written === "hex") return bytes.toString("hex");
  if (written === "beginning") return right.slice(0, 8);
  return written === "nothing" ? "" : right;
}
