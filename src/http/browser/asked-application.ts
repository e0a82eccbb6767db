/** What the consent page says about an application besides its own words, and its preview beside a form. */
import { type Application, changedRecentlyMs } from "../../domain/application.ts";
import { dayMs } from "../../domain/day.ts";
import type { Previewed } from "../../pages/views/portal/preview.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import type { ViewerCall } from "./viewer-call.ts";

const newForMs = 7 * dayMs;
const fewUsers = 10;

export async function isNew(
  application: Application,
  { clock, ledger }: Pick<Dependencies, "clock" | "ledger">,
): Promise<boolean> {
  if (clock() - application.createdAt < newForMs) return true;
  return (await ledger.countGrants(application.id, fewUsers)) < fewUsers;
}

export function changedRecently({ identityChangedAt }: Application, now: number): boolean {
  return identityChangedAt !== undefined && now < identityChangedAt + changedRecentlyMs;
}

export async function previewedApplication(
  { session, dependencies, now }: ViewerCall,
  application: Application,
): Promise<Previewed> {
  return {
    id: application.id,
    icon: application.icon,
    ownerScreenName: application.ownerScreenName,
    isNew: await isNew(application, dependencies),
    changedRecently: changedRecently(application, now),
    userId: session.userId,
    of: application,
  };
}

/** It will have this ID. */
export function previewedCreation({ session }: ViewerCall, id: string): Previewed {
  const { userId, screenName } = session;
  return { id, ownerScreenName: screenName, isNew: true, userId };
}
