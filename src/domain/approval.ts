/** The approval of applications (docs/adr/0071-approval.md): what waits for it, and what does not work meanwhile. */
import { callbackHost } from "./callback.ts";
import type { ApplicationDraft } from "./fields/application.ts";
import type { ApprovalStatus } from "./fields/approval.ts";

/** `new`: each new application that a developer creates waits. `changes`: so do changes that `awaitedPart` names. */
export const approvalRules = ["none", "new", "changes"] as const;

/** A change that waits for approval. */
export type AwaitedChange = Partial<Pick<ApplicationDraft, "access" | "callbacks">>;

export function awaitedChange({
  awaitedAccess,
  awaitedCallbacks,
}: Pick<ApprovalStatus, "awaitedAccess" | "awaitedCallbacks">): AwaitedChange | undefined {
  if (awaitedAccess === undefined && awaitedCallbacks === undefined) return undefined;
  return {
    ...(awaitedAccess !== undefined && { access: awaitedAccess }),
    ...(awaitedCallbacks !== undefined && { callbacks: awaitedCallbacks }),
  };
}

/** Whether it works for its owner's account only. */
export function isUnapproved(status: ApprovalStatus): boolean {
  return status.approval !== undefined && awaitedChange(status) === undefined;
}

/** What of a change to `after` waits if changes do: a raised level, and callbacks with a host that is new. */
export function awaitedPart(before: ApplicationDraft, after: ApplicationDraft): AwaitedChange {
  const hosts = new Set(before.callbacks.map(callbackHost));
  return {
    ...(before.access === "read" && after.access === "write" && { access: after.access }),
    ...(after.callbacks.some((one) => !hosts.has(callbackHost(one))) && {
      callbacks: after.callbacks,
    }),
  };
}

/** What is left of an awaited change for an application that has this draft. */
export function stillAwaited(change: AwaitedChange, draft: ApplicationDraft): AwaitedChange {
  const { access, callbacks } = change;
  return {
    ...(access !== undefined && access !== draft.access && { access }),
    ...(callbacks !== undefined &&
      JSON.stringify(callbacks) !== JSON.stringify(draft.callbacks) && { callbacks }),
  };
}
