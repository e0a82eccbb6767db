/** The data that the service has about a user, in parts that can be read one after another. */
import type { UserId } from "./credentials.ts";

/** These are members of the document. Only the events have more than one page. */
export const personalParts = [
  "account",
  "applications",
  "collaborations",
  "invitations_sent",
  "applications_offered",
  "approvals",
  "access_tokens",
  "further_access_tokens",
  "ways_of_signing",
  "sunset_notices",
  "sessions",
  "sign_ins_begun",
  "authenticator_app",
  "recovery_codes",
  "identities",
  "passkeys",
  "links",
  "links_created",
  "api_keys_created",
  "bulk_actions",
  "reserved_screen_names",
  "emails_waiting",
  "stored_responses",
  "requests",
  "revocations",
  "events",
  "actions",
] as const;
export type PersonalPart = (typeof personalParts)[number];

export interface PersonalSlice {
  readonly part: PersonalPart;
  readonly userId: UserId;
  readonly after: string | undefined;
}

export type PersonalRow = Readonly<Record<string, unknown>>;
