import type { IdentityProblem } from "../../pages/languages/english/identities.ts";
import { identityProblemPage } from "../../pages/views/identity-provider.ts";
import type { Frame } from "../../pages/views/layout.ts";
import type { IdentityProvider } from "../../tools/identity-providers/identity-provider.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import { originFor } from "../../verification/authentication/origin.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { pageReply, type Reply } from "../operation/endpoint.ts";

/** The provider sends the browser back to the host that it left, which has its cookies. */
export function redirectUri(
  { id }: IdentityProvider,
  incoming: Incoming,
  { origins }: Dependencies,
): string {
  return `${originFor(incoming, origins)}/sign-in/from/${id}`;
}

/** The page explains why signing in there failed, and links to the other methods. */
export function identityProblem(
  frame: Frame,
  { name }: IdentityProvider,
  problem: IdentityProblem,
  continueTo: string,
  cookies: readonly string[] = [],
): Reply {
  const page = identityProblemPage({ frame, provider: name, problem, continueTo });
  const status = statuses[problem];
  const headers = { ...(status === 503 && { "retry-after": "60" }) };
  return pageReply(page, { status, headers, cookies });
}

const statuses: Readonly<Record<IdentityProblem, number>> = {
  unreachable: 503,
  rejected: 502,
  invalid: 502,
  canceled: 403,
  stale: 403,
  "no-account": 403,
  changed: 409,
  "other-user": 403,
};
