import type { Sentence } from "../sentence.ts";

export type Area = "account" | "portal" | "admin";

/** As a menu shows them; the account is deleted from the profile's page, so that is no section. */
export type Sections = {
  readonly account:
    | "applications"
    | "profile"
    | "password"
    | "twoStep"
    | "identities"
    | "passkeys"
    | "sessions"
    | "notifications"
    | "events";
  readonly portal: "applications" | "invitations" | "docs";
  readonly admin: "overview" | "people" | "applications" | "invitations" | "audit" | "settings";
};

/** Why a password, or a code, that was asked for once more proved nothing. */
export type ProofProblem =
  | "missing"
  | "wrong"
  | "too-many"
  | "busy"
  | "missing-code"
  | "missing-provider"
  | "wrong-code"
  | "used-code"
  | "wrong-passkey"
  | "late-passkey"
  | "counter-back-passkey";

/** What frames the pages of somebody who is signed in. */
export type ShellTexts = {
  /** What the list of areas is, for who cannot see that it stands at the top. */
  readonly areasLabel: string;
  /** As every other text names them, so that a page can make it a link. */
  readonly operators: string;
  /** Leads past the navigation. */
  readonly skip: string;
  /** The title of a page whose form was refused, so that a screen reader says so first. */
  readonly problem: (title: string) => string;
  readonly areas: Readonly<Record<Area, string>>;
  readonly sections: { readonly [A in Area]: Readonly<Record<Sections[A], string>> };
  readonly signedInAs: (user: string) => Sentence;
  readonly signOut: string;
  readonly nextPage: string;
  readonly previousPage: string;
  /** Of the pages; the choice is at the foot of every one. */
  readonly language: string;
  /** On buttons and boxes that script makes. */
  readonly script: Readonly<Record<"copy" | "copied" | "download" | "showPassword", string>>;
  /** Asked before something weighty, when the sign-in is some time ago. */
  readonly proof: {
    readonly password: string;
    readonly why: string;
    /** For people with a second factor. */
    readonly code: string;
    readonly whyCode: string;
    /** For people who sign in at a provider. */
    readonly whyProvider: string;
    readonly confirmWith: (provider: string) => Sentence;
    readonly problems: Readonly<Record<Exclude<ProofProblem, "too-many">, string>> & {
      readonly "too-many": (minutes: number) => string;
    };
  };
};
