/** What a change of an application's settings does to people and programs that use it already. */
import type { AccessLevel } from "./access.ts";
import type { ApplicationDraft } from "./application.ts";
import { callbackMatches } from "./callback.ts";
import { seenMark } from "./seen.ts";

/** Touches what people have granted; `people` says how many. */
export type PeopleEffect = "access-lowered" | "access-raised" | "email-off" | "sign-in-off";

export type ChangeEffect =
  | { readonly effect: PeopleEffect; readonly people: number }
  | { readonly effect: "callback-removed"; readonly callback: string }
  | { readonly effect: "no-callback-left" };

/** `grants`: how many stand, by level. Nothing is named that touches nobody. */
export function changeEffects(
  before: ApplicationDraft,
  after: ApplicationDraft,
  grants: Readonly<Record<AccessLevel, number>>,
): readonly ChangeEffect[] {
  const all = grants.read + grants.write;
  const touched: readonly (readonly [boolean, PeopleEffect, number])[] = [
    [before.access === "write" && after.access === "read", "access-lowered", grants.write],
    [before.access === "read" && after.access === "write", "access-raised", grants.read],
    [before.requestEmail && !after.requestEmail, "email-off", all],
    [before.signIn && !after.signIn, "sign-in-off", all],
  ];
  const removed = before.callbacks.filter((one) => !callbackMatches(one, after.callbacks));
  const noneLeft = before.callbacks.length > 0 && after.callbacks.length === 0;
  return [
    ...touched
      .filter(([changed, , people]) => changed && people > 0)
      .map(([, effect, people]) => ({ effect, people })),
    ...removed.map((callback) => ({ effect: "callback-removed", callback }) as const),
    ...(noneLeft ? [{ effect: "no-callback-left" } as const] : []),
  ];
}

/** Whether a change decides who may do what, or where people are sent; words alone do not. */
export function changesAuthority(before: ApplicationDraft, after: ApplicationDraft): boolean {
  return (
    before.access !== after.access ||
    before.requestEmail !== after.requestEmail ||
    before.signIn !== after.signIn ||
    before.callbacks.join("\n") !== after.callbacks.join("\n")
  );
}

/** What `changesAuthority` compares, for `seenField`. */
export function authoritySeen(draft: ApplicationDraft): string {
  return seenMark([draft.access, draft.requestEmail, draft.signIn, draft.callbacks]);
}

/** The same for the same effects, whatever their numbers: what somebody agreed to is what is saved. */
export function effectsAgreedTo(effects: readonly ChangeEffect[]): string {
  return effects
    .map((one) => ("callback" in one ? `${one.effect}:${one.callback}` : one.effect))
    .join(" ");
}
