/** The rows of a user's own account, as its overview and the page of each list show them. */
import { offeredMethods } from "../../accounts/offered-methods.ts";
import type { ConnectedApplication } from "../../domain/access-token.ts";
import { eventNamesActor, type RecordedEvent } from "../../domain/audit.ts";
import { beginningOf } from "../../domain/day.ts";
import { cameInBy, type OpenSession } from "../../domain/session.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** The day of its last use is shown as a time. */
export function withLastUse({ lastUsedDay: day, ...application }: ConnectedApplication) {
  return { ...application, lastUsed: day === undefined ? undefined : beginningOf(day) };
}

/** Those that still sign the user in, the one used last first. */
export function listedSessions(
  { dependencies, session }: ViewerCall,
  open: readonly OpenSession[],
): readonly (OpenSession & { readonly isThis: boolean })[] {
  const offered = offeredMethods(dependencies);
  const shown = open.filter((one) => cameInBy(offered, one));
  // Both sides come from the database, so the comparison need not take constant time.
  const here = shown.map((one) => one.digest).indexOf(session.digest);
  return shown
    .map((one, at) => ({ ...one, isThis: at === here }))
    .sort((one, other) => other.lastSeenAt - one.lastSeenAt);
}

/** Says who caused an event, if it was someone else. */
export function withActor<Event extends Pick<RecordedEvent, "name" | "actor">>(
  { session: { userId } }: ViewerCall,
  event: Event,
): Event & { readonly by: "self" | "application" | "admin" } {
  const { name, actor } = event;
  // Anonymous callers have no name to show, and the service acts by a rule.
  const hasNone = actor === "anonymous" || actor === "service";
  if (actor === `user:${userId}` || hasNone || eventNamesActor(name)) {
    return { ...event, by: "self" };
  }
  return { ...event, by: actor.startsWith("application:") ? "application" : "admin" };
}
