import type { Dependencies } from "../dependencies.ts";
import type { AccessLevel } from "../domain/access.ts";
import {
  type ApplicationId,
  mintRequestToken,
  type RequestToken,
  type Secret,
} from "../domain/credentials.ts";
import { requestTokenLifeMs } from "../domain/request-token.ts";

export interface WantedRequestToken {
  readonly applicationId: ApplicationId;
  /** Checked by the caller: a registered callback, a page of ours, or `oob`. */
  readonly callback: string;
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
  /** What of the application the caller's checks relied on. */
  readonly seen: { readonly access: AccessLevel; readonly callbacks: readonly string[] };
}

/** Undefined, and nothing is issued, where the application has changed since it was seen: the caller checks again. */
export async function issueRequestToken(
  { ledger, random, clock }: Pick<Dependencies, "ledger" | "random" | "clock">,
  wanted: WantedRequestToken,
): Promise<{ readonly token: RequestToken; readonly secret: Secret } | undefined> {
  const { token, secret } = mintRequestToken(random);
  const now = clock();
  const expiresAt = now + requestTokenLifeMs;
  const issued = await ledger.issueRequestToken({ ...wanted, token, secret, now, expiresAt });
  return issued ? { token, secret } : undefined;
}
