/** Whether a body is the one whose hash was signed. The service compares them for APIs, not for its own operations. */
import { digestOf, readDigest } from "../domain/body-digest.ts";
import { allowsDigest } from "../domain/signature-methods.ts";
import type { Cause } from "./cause.ts";
import type { Known } from "./known.ts";

/** `sentHash` is the value of `oauth_body_hash`. An empty body may only be missing in the paste. */
export function bodyCause(
  sentHash: string | undefined,
  body: string,
  { wrongBody, application }: Pick<Known, "wrongBody" | "application">,
): Cause | undefined {
  if (sentHash === undefined) return wrongBody ? { id: "body-hash-missing" } : undefined;
  const sent = readDigest(sentHash);
  if (sent === undefined) return { id: "body-hash-form" };
  if (!allowsDigest(application, sent.name)) return { id: "body-hash-ruled-out" };
  const isOther = body !== "" && !digestOf(body, sent.name).equals(sent.bytes);
  return wrongBody || isOther ? { id: "body-hash-other" } : undefined;
}
