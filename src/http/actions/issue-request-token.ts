import type { AccessLevel } from "../../domain/access.ts";
import {
  type ApplicationId,
  mintRequestToken,
  type RequestToken,
  type Secret,
} from "../../domain/credentials.ts";
import { requestTokenLifeMs } from "../../domain/request-token.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

export interface WantedRequestToken {
  readonly applicationId: ApplicationId;
  /** A registered callback, a page of the service, or `oob`. The caller has checked it. */
  readonly callback: string;
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
  /** The application's values on which the caller's checks relied. */
  readonly seen: { readonly access: AccessLevel; readonly callbacks: readonly string[] };
}

/** Returns undefined and issues nothing if the application has changed since; the caller then checks again. */
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
