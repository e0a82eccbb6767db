import type { ApplicationLink, ApplicationProblem } from "../../../domain/application.ts";
import type { PeopleEffect } from "../../../domain/application-change.ts";
import type { CallbackProblemName } from "../../../domain/callback.ts";
import type { Sentence } from "../../sentence.ts";

/** The form that creates an application or changes its settings. */
export type DraftTexts = {
  readonly name: string;
  readonly nameHint: string;
  readonly description: string;
  readonly descriptionHint: string;
  readonly website: string;
  readonly websiteHint: string;
  /** The hint at the links to terms, privacy policy and support. */
  readonly linkHint: string;
  readonly links: Readonly<Record<ApplicationLink, string>>;
  readonly access: string;
  readonly read: string;
  readonly readHint: string;
  readonly write: string;
  readonly writeHint: string;
  readonly callbacks: string;
  readonly callbacksHint: (most: number) => string;
  readonly requestEmail: string;
  readonly requestEmailHint: string;
  readonly signIn: string;
  readonly signInHint: string;
  readonly advice: string;
  readonly problems: Readonly<Record<ApplicationProblem | "no-access", string>>;
  readonly tooManyCallbacks: (most: number) => string;
  readonly moreCallbacksRefused: (count: number) => string;
  /** `about`: the scheme or host that the problem names. Empty if it names none. */
  readonly callbackProblems: Readonly<Record<CallbackProblemName, (about: string) => Sentence>>;
};

/** Why an uploaded file cannot be used as an icon. */
export type IconProblem = "missing" | "too-large" | "unreadable";

export type SettingsTexts = {
  readonly title: string;
  readonly icon: {
    readonly title: string;
    readonly choose: string;
    readonly hint: string;
    readonly upload: string;
    readonly remove: string;
    readonly notSaved: string;
    readonly problems: Readonly<Record<IconProblem, string>>;
  };
  readonly save: string;
  readonly notSaved: string;
  readonly changedSince: string;
  /** The page that confirms a change with effects on people or credentials. */
  readonly confirm: {
    readonly title: string;
    readonly what: string;
    readonly effects: Readonly<Record<PeopleEffect, (people: number) => string>>;
    readonly callbackRemoved: (callback: string) => Sentence;
    readonly noCallbackLeft: string;
    readonly save: string;
    readonly cancel: string;
  };
};
