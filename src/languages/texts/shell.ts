import type { Sentence } from "../sentence.ts";

export type Area = "account" | "portal" | "admin";

/** The sections of a menu. Deleting the account is part of the profile's page, so it is not a section. */
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

/** Why the proof that a form asked for was not accepted. */
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

/** The frame around the pages of signed-in people. */
export type ShellTexts = {
  /** The label of the list of areas, for readers who cannot see it at the top. */
  readonly areasLabel: string;
  /** The words for the operators as all other texts write them, so that a page can turn them into a link. */
  readonly operators: string;
  /** The link that skips the navigation. */
  readonly skip: string;
  /** The title of a page whose form was refused: it begins with the problem, so screen readers announce it first. */
  readonly problem: (title: string) => string;
  readonly areas: Readonly<Record<Area, string>>;
  readonly sections: { readonly [A in Area]: Readonly<Record<Sections[A], string>> };
  readonly signedInAs: (user: string) => Sentence;
  readonly signOut: string;
  readonly nextPage: string;
  readonly previousPage: string;
  /** The label of the choice of a language at the bottom of every page. */
  readonly language: string;
  /** Labels of the buttons and boxes that scripts add. */
  readonly script: Readonly<Record<"copy" | "copied" | "download" | "showPassword", string>>;
  /** The proof that important changes ask for if the sign-in is not recent. */
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
