import { domainToASCII } from "node:url";
import { type LimitName, secondsUntilReset } from "../../domain/limits.ts";
import type { RateLimiter } from "../../domain/ports/rate-limiter.ts";
import type { Dependencies } from "../dependencies.ts";

/** Counts one try of a form against a limit of its own, in addition to that of the page. */
export async function countTry(
  limit: LimitName,
  key: string,
  {
    rateLimiter,
    clock,
  }: Pick<Dependencies, "clock"> & { readonly rateLimiter: Pick<RateLimiter, "hit"> },
): Promise<{ readonly admitted: boolean; readonly retryAfterSeconds: number }> {
  const now = clock();
  const quota = await rateLimiter.hit(limit, key, now);
  if (quota === undefined) return { admitted: true, retryAfterSeconds: 0 };
  return {
    admitted: quota.admitted,
    retryAfterSeconds: secondsUntilReset(quota, now),
  };
}

/**
 * Emails to an address are counted by this. In any case it is one mailbox, and most mail servers deliver
 * `name+anything` to `name`, so an anonymous caller must not get more emails through by writing it otherwise. A domain
 * has other spellings too: with a full stop of another script, for example, which is converted when the email is sent.
 */
export function recipientKey(address: string): string {
  const at = address.lastIndexOf("@");
  const [name = ""] = address.slice(0, at).split("+", 1);
  const domain = address.slice(at + 1);
  return `${name}@${domainToASCII(domain) || domain}`.toLowerCase().replace(/\.$/, "");
}
