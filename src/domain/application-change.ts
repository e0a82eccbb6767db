/** The effects of a change of an application's settings on its users and programs. */
import type { AccessLevel } from "./access.ts";
import {
  type ApplicationDraft,
  type ApplicationLink,
  type ApplicationLinks,
  applicationLinks,
  applicationProblems,
  noLinks,
  problemWithApplication,
} from "./application.ts";
import {
  callbackMatches,
  callbackProblem,
  maxCallback,
  maxCallbacks,
  problemWithCallback,
} from "./callback.ts";
import { seenMark, wasLeft } from "./seen.ts";
import { typedText } from "./typed-text.ts";

/** A new application, before its owner has chosen anything. */
export const emptyDraft: ApplicationDraft = {
  name: "",
  description: "",
  website: "",
  access: "read",
  signIn: false,
  requestEmail: false,
  callbacks: [],
};

type ChangedParts = {
  readonly [Part in Exclude<keyof ApplicationDraft, "links">]?: ApplicationDraft[Part] | undefined;
} & { readonly links?: { readonly [Link in keyof ApplicationLinks]?: string | undefined } };

/** Parts that are left out stay as they are in `from`. A callback URL that is given twice is registered once. */
export function draftWith(from: ApplicationDraft, changed: ChangedParts): ApplicationDraft {
  const { name, description, callbacks = from.callbacks, links = {} } = changed;
  const { requireSha256 = from.requireSha256 } = changed;
  const before = from.links ?? noLinks;
  return {
    name: name === undefined ? from.name : typedText(name),
    description: description === undefined ? from.description : typedText(description),
    website: changed.website ?? from.website,
    access: changed.access ?? from.access,
    signIn: changed.signIn ?? from.signIn,
    requestEmail: changed.requestEmail ?? from.requestEmail,
    ...(requireSha256 !== undefined && { requireSha256 }),
    callbacks: [...new Set(callbacks)],
    links: {
      terms: links.terms ?? before.terms,
      privacy: links.privacy ?? before.privacy,
      support: links.support ?? before.support,
    },
  };
}

/** Everything that is wrong with a draft. Registered callbacks passed earlier rules and are not checked again. */
export function draftProblems(draft: ApplicationDraft, registered: readonly string[] = []) {
  return {
    fields: applicationProblems(draft),
    callbacks: draft.callbacks.flatMap((url) => {
      const problem = registered.includes(url) ? undefined : callbackProblem(url);
      return problem === undefined ? [] : [{ url, ...problem }];
    }),
    tooManyCallbacks: draft.callbacks.length > maxCallbacks,
  };
}

/** Returns the first of `draftProblems` as a sentence with its solution, for the command line. */
export function problemWithDraft(
  draft: ApplicationDraft,
  registered: readonly string[] = [],
): string | undefined {
  const problem = problemWithApplication(draft);
  if (problem !== undefined) return problem;
  const { callbacks, tooManyCallbacks } = draftProblems(draft, registered);
  if (tooManyCallbacks) return `An application can have up to ${maxCallbacks} callback URLs.`;
  const [wrong] = callbacks;
  return wrong && `callback ${JSON.stringify(wrong.url)}: ${problemWithCallback(wrong.url)}`;
}

export type UsersEffect = "access-lowered" | "access-raised" | "email-off" | "sign-in-off";

export type ChangeEffect =
  | { readonly effect: UsersEffect; readonly users: number }
  | { readonly effect: "callback-removed"; readonly callback: string }
  | { readonly effect: "no-callback-left" | "sha1-rejected" };

/** `grants` is the number of active grants by level. Effects that concern no one are left out. */
export function changeEffects(
  before: ApplicationDraft,
  after: ApplicationDraft,
  grants: Readonly<Record<AccessLevel, number>>,
): readonly ChangeEffect[] {
  const all = grants.read + grants.write;
  const touched: readonly (readonly [boolean, UsersEffect, number])[] = [
    [before.access === "write" && after.access === "read", "access-lowered", grants.write],
    [before.access === "read" && after.access === "write", "access-raised", grants.read],
    [before.requestEmail && !after.requestEmail, "email-off", all],
    [before.signIn && !after.signIn, "sign-in-off", all],
  ];
  const removed = before.callbacks.filter((one) => !callbackMatches(one, after.callbacks));
  const rejectsSha1 = after.requireSha256 === true && before.requireSha256 !== true;
  const noneLeft = before.callbacks.length > 0 && after.callbacks.length === 0;
  return [
    ...touched
      .filter(([changed, , users]) => changed && users > 0)
      .map(([, effect, users]) => ({ effect, users })),
    ...removed.map((callback) => ({ effect: "callback-removed", callback }) as const),
    ...(noneLeft ? [{ effect: "no-callback-left" } as const] : []),
    ...(rejectsSha1 ? [{ effect: "sha1-rejected" } as const] : []),
  ];
}

/** Whether a change to `after` would change nothing. */
export function isSameDraft(before: ApplicationDraft, after: ApplicationDraft): boolean {
  const words = (one: ApplicationDraft) => JSON.stringify(wordsOf(one));
  return words(before) === words(after) && !changesAuthority(before, after);
}

/** Whether a change affects who may do what or where users are sent. Names and descriptions do not. */
export function changesAuthority(before: ApplicationDraft, after: ApplicationDraft): boolean {
  return (
    before.access !== after.access ||
    before.requestEmail !== after.requestEmail ||
    before.signIn !== after.signIn ||
    (before.requireSha256 ?? false) !== (after.requireSha256 ?? false) ||
    before.callbacks.join("\n") !== after.callbacks.join("\n")
  );
}

/** The sensitive values are those that `changesAuthority` compares. */
export function draftSeen(draft: ApplicationDraft): string {
  const { access, requestEmail, signIn, requireSha256 = false, callbacks } = draft;
  return seenMark([access, requestEmail, signIn, requireSha256, callbacks], wordsOf(draft));
}

/** Texts that the user left unchanged keep their current values. */
export function withWordsLeft(
  form: ReadonlyMap<string, string>,
  draft: ApplicationDraft,
  now: ApplicationDraft,
): ApplicationDraft {
  const kept = wordsOf(now);
  const [name = "", description = "", website = "", ...links] = wordsOf(draft).map((word, at) =>
    wasLeft(form, at, word) ? (kept[at] ?? "") : word,
  );
  const named = applicationLinks.map((link, at) => [link, links[at] ?? ""] as const);
  return {
    ...draft,
    name,
    description,
    website,
    links: Object.fromEntries(named) as Record<ApplicationLink, string>,
  };
}

function wordsOf({ name, description, website, links = noLinks }: ApplicationDraft): string[] {
  return [name, description, website, ...applicationLinks.map((link) => links[link])];
}

export const maxEffectsLength = maxCallbacks * (maxCallback + 20) + 100;

/** Equal for equal effects, ignoring numbers. A change is only saved with the effects that the user agreed to. */
export function effectsAgreedTo(effects: readonly ChangeEffect[]): string {
  return effects
    .map((one) => ("callback" in one ? `${one.effect}:${one.callback}` : one.effect))
    .join(" ");
}
