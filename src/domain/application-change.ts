/** The effects of a change of an application's settings on its users and programs. */
import type { AccessLevel } from "./access.ts";
import { maxNetworks, networkProblem } from "./address.ts";
import {
  callbackMatches,
  callbackProblem,
  maxCallback,
  maxCallbacks,
  problemWithCallback,
} from "./callback.ts";
import {
  type ApplicationDraft,
  applicationFields,
  applicationProblems,
  problemWithApplication,
} from "./fields/application.ts";
import { changedFields, differencesOf, isWord, namesOf } from "./fields/field.ts";
import { seenMark, wasLeft } from "./seen.ts";

type Changed = { readonly [Name in keyof ApplicationDraft]?: ApplicationDraft[Name] | undefined };

/** Fields that are left out stay as they are in `from`. A callback URL that is given twice is registered once. */
export function draftWith(from: ApplicationDraft, changed: Changed): ApplicationDraft {
  return changedFields<ApplicationDraft>(applicationFields, from, changed);
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
    networks: draft.networks.flatMap((network) => {
      const problem = networkProblem(network);
      return problem === undefined ? [] : [{ network, ...problem }];
    }),
    tooManyNetworks: draft.networks.length > maxNetworks,
  };
}

/** Returns the first of `draftProblems` as a sentence with its solution, for the command line. */
export function problemWithDraft(
  draft: ApplicationDraft,
  registered: readonly string[] = [],
): string | undefined {
  const problem = problemWithApplication(draft);
  if (problem !== undefined) return problem;
  const found = draftProblems(draft, registered);
  if (found.tooManyCallbacks) return `An application can have up to ${maxCallbacks} callback URLs.`;
  if (found.tooManyNetworks) return `An application can name up to ${maxNetworks} networks.`;
  const [callback] = found.callbacks;
  if (callback !== undefined) {
    return `callback ${JSON.stringify(callback.url)}: ${problemWithCallback(callback.url)}`;
  }
  const [wrong] = found.networks;
  return (
    wrong &&
    `network ${JSON.stringify(wrong.network)}: ${wrong.suggestion === undefined ? "give an address prefix, such as 203.0.113.0/24, or an IP address." : `write it as ${wrong.suggestion}.`}`
  );
}

export type UsersEffect = "access-lowered" | "access-raised" | "email-off" | "sign-in-off";

export type ChangeEffect =
  | { readonly effect: UsersEffect; readonly users: number }
  | { readonly effect: "callback-removed"; readonly callback: string }
  | { readonly effect: "no-callback-left" | "sha1-rejected" | "networks-limited" };

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
  const rejectsSha1 = after.requireSha256 && !before.requireSha256;
  const isLimited =
    after.networks.length > 0 &&
    (before.networks.length === 0 ||
      before.networks.some((one) => !after.networks.includes(one)) ||
      (before.networksForBearer && !after.networksForBearer));
  const noneLeft = before.callbacks.length > 0 && after.callbacks.length === 0;
  return [
    ...touched
      .filter(([changed, , users]) => changed && users > 0)
      .map(([, effect, users]) => ({ effect, users })),
    ...removed.map((callback) => ({ effect: "callback-removed", callback }) as const),
    ...(noneLeft ? [{ effect: "no-callback-left" } as const] : []),
    ...(rejectsSha1 ? [{ effect: "sha1-rejected" } as const] : []),
    ...(isLimited ? [{ effect: "networks-limited" } as const] : []),
  ];
}

/** The fields in which two drafts differ, by the names that the command line and files give them. */
export function differences(before: ApplicationDraft, after: ApplicationDraft) {
  return differencesOf<ApplicationDraft>(applicationFields, before, after);
}

/** Whether a change to `after` would change nothing. */
export function isSameDraft(before: ApplicationDraft, after: ApplicationDraft): boolean {
  return differences(before, after).length === 0;
}

const [words, decisive] = [
  namesOf<ApplicationDraft>(applicationFields).filter((name) => isWord(applicationFields[name])),
  namesOf<ApplicationDraft>(applicationFields).filter((name) => !isWord(applicationFields[name])),
];

/** Whether a change affects who may do what or where users are sent. Names and descriptions do not. */
export function changesAuthority(before: ApplicationDraft, after: ApplicationDraft): boolean {
  return decisive.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** The sensitive values are those that `changesAuthority` compares. */
export function draftSeen(draft: ApplicationDraft): string {
  return seenMark(
    decisive.map((name) => draft[name]),
    words.map((name) => String(draft[name])),
  );
}

/** Texts that the user left unchanged keep their current values. */
export function withWordsLeft(
  form: ReadonlyMap<string, string>,
  draft: ApplicationDraft,
  now: ApplicationDraft,
): ApplicationDraft {
  const left = words.filter((name, at) => wasLeft(form, at, String(draft[name])));
  return { ...draft, ...Object.fromEntries(left.map((name) => [name, now[name]])) };
}

/** Everything that decides is as in `now`, and the texts are those of `draft`. */
export function withWordsOf(draft: ApplicationDraft, now: ApplicationDraft): ApplicationDraft {
  return { ...now, ...Object.fromEntries(words.map((name) => [name, draft[name]])) };
}

export const maxEffectsLength = maxCallbacks * (maxCallback + 20) + 100;

/** Equal for equal effects, ignoring numbers. A change is only saved with the effects that the user agreed to. */
export function effectsAgreedTo(effects: readonly ChangeEffect[]): string {
  return effects
    .map((one) => ("callback" in one ? `${one.effect}:${one.callback}` : one.effect))
    .join(" ");
}
