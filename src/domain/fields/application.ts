import type { AccessLevel } from "../access.ts";
import { maxNetworks } from "../address.ts";
import { maxCallbacks } from "../callback.ts";
import { emptyOf, type FieldProblem, type Fields, fieldProblems } from "./field.ts";

/** What the owner of an application decides about it. */
export interface ApplicationDraft {
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly termsUrl: string;
  readonly privacyUrl: string;
  readonly supportUrl: string;
  readonly access: AccessLevel;
  /** None for a desktop application, which uses PINs. Some schemes need an administrator's confirmation to work. */
  readonly callbacks: readonly string[];
  /** If true, consent is skipped while a grant is active. */
  readonly signIn: boolean;
  readonly requestEmail: boolean;
  /** If true, requests signed with HMAC-SHA1 are rejected, and at APIs those whose body hash is SHA-1. */
  readonly requireSha256: boolean;
  /** Requests from other networks are rejected. None allows every network. See `networkProblem`. */
  readonly networks: readonly string[];
  /** If true, `networks` is a rule for its bearer token, and its consumer secret may be used from every network. */
  readonly networksForBearer: boolean;
}

/** docs/adr/0067-a-noun-is-described-once.md */
export const applicationFields = {
  name: {
    kind: "text",
    max: 50,
    required: true,
    meaning: "The name shown on the consent page, up to 50 characters.",
  },
  description: {
    kind: "text",
    max: 200,
    meaning: "A sentence about the application, up to 200 characters.",
  },
  website: { kind: "link", meaning: "The application's website, an HTTP or HTTPS URL." },
  termsUrl: { kind: "link", meaning: "The link to its terms; empty for none." },
  privacyUrl: { kind: "link", meaning: "The link to its privacy notice; empty for none." },
  supportUrl: { kind: "link", meaning: "The link to its support; empty for none." },
  access: { kind: "level", meaning: "The access that it may request." },
  callbacks: {
    kind: "list",
    max: maxCallbacks,
    one: "callback",
    each: "a callback URL",
    meaning: `Up to ${maxCallbacks} callback URLs; none for a desktop application that uses PINs.`,
    none: "No callback URL: a desktop application that uses PINs.",
  },
  signIn: {
    kind: "flag",
    meaning: "Users who already gave access aren't asked again.",
    otherwise: "Users are asked each time they sign in with the application.",
  },
  requestEmail: {
    kind: "flag",
    meaning: "It requests email addresses.",
    otherwise: "It doesn't request email addresses.",
  },
  requireSha256: {
    kind: "flag",
    meaning: "Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected.",
    otherwise: "It may use each signature method that the service accepts.",
  },
  networks: {
    kind: "list",
    max: maxNetworks,
    one: "network",
    each: "an address prefix, such as 203.0.113.0/24, or an IP address",
    meaning: `Up to ${maxNetworks} networks from which its credentials may be used; none for every network.`,
    none: "Its credentials may be used from every network.",
  },
  networksForBearer: {
    kind: "flag",
    meaning: "The networks are for its bearer token only.",
    otherwise: "The networks are for its consumer secret and its bearer token.",
  },
} as const satisfies Fields<ApplicationDraft>;

/** A new application, before its owner has chosen anything. */
export const emptyDraft: ApplicationDraft = emptyOf<ApplicationDraft>(applicationFields);

/** Problems of callbacks are in callback.ts. */
export type ApplicationProblem = FieldProblem<typeof applicationFields>;

export function applicationProblems(draft: ApplicationDraft): readonly ApplicationProblem[] {
  return fieldProblems<ApplicationDraft, typeof applicationFields>(applicationFields, draft);
}

/** Returns the first problem as a sentence with its solution, for the command line. */
export function problemWithApplication(draft: ApplicationDraft): string | undefined {
  const [problem] = applicationProblems(draft);
  return problem && sentences[problem];
}

const sentences: Readonly<Record<ApplicationProblem, string>> = {
  "no-name": "Give the application a name.",
  "long-name": "The application's name can have at most 50 characters.",
  "odd-name": "Names and descriptions can't contain control characters.",
  "long-description": "The description can have at most 200 characters.",
  "odd-description": "Names and descriptions can't contain control characters.",
  website: "The website must be an HTTP or HTTPS URL, such as https://app.example.",
  termsUrl: "The link to the terms must be an HTTP or HTTPS URL.",
  privacyUrl: "The link to the privacy notice must be an HTTP or HTTPS URL.",
  supportUrl: "The link to support must be an HTTP or HTTPS URL.",
};
