/** The signature methods that an application may use (docs/adr/0062-an-application-can-require-sha-256.md). */
import { hmacSha1, type SignatureMethod } from "#oauth1";

/**
 * The methods that the service accepts and the application allows. The result is empty if the service accepts HMAC-SHA1
 * only.
 */
export function methodsFor(
  { requireSha256 = false }: { readonly requireSha256?: boolean },
  accepted: readonly SignatureMethod[],
): readonly SignatureMethod[] {
  return requireSha256 ? accepted.filter(({ name }) => name !== hmacSha1.name) : accepted;
}
