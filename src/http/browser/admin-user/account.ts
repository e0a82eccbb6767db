import { type ApplicationId, idFrom } from "../../../domain/credentials.ts";
import { type Reason, readReason } from "../../../domain/operating.ts";
import { isOutdated } from "../../../domain/seen.ts";
import { foldScreenName } from "../../../domain/user.ts";
import { suspensionSeen } from "../../../pages/views/admin/suspension.ts";
import { type Reply, seeOther } from "../../operation/endpoint.ts";
import { type Change, EarlyReply } from "../change.ts";
import { notFound, notUnderstood } from "../error-pages.ts";
import { typedScreenName } from "../form-fields.ts";
import type { Form } from "../viewer-call.ts";
import { type AdminUserCall, isSelf, showUser, userDone } from "./user-page.ts";

export const suspend: Change<AdminUserCall, Reason> = {
  sensitive: true,
  read(call, form) {
    if (isSelf(call)) return new EarlyReply(notUnderstood(call));
    const reason = form.get("reason") ?? "";
    const read = readReason(reason);
    if (read.ok) return read.reason;
    return new EarlyReply(showUser(call, { typed: { reason, problem: read.problem } }, 422));
  },
  ask: (call, reauthentication, reason) => showUser(call, { typed: { reason }, reauthentication }),
  async run(call, reason) {
    const { dependencies, user, auditContext } = call;
    const outcome = await dependencies.ledger.suspendUser(user.id, reason, auditContext);
    if (outcome === "gone") return notFound(call);
    return outcome === "changed" ? userDone(call, "suspended") : notUnderstood(call);
  },
};

/** Another reason may have suspended the user since the administrator saw it; that stays. */
export const restore: Change<AdminUserCall, string> = {
  sensitive: true,
  read(call, form) {
    const { suspendedBecause } = call.user;
    if (suspendedBecause === undefined) return new EarlyReply(userDone(call, "restored"));
    if (isOutdated(form, suspensionSeen(call.user))) return new EarlyReply(suspendedSince(call));
    return suspendedBecause;
  },
  ask: (call, reauthentication) => showUser(call, { reauthentication }),
  async run(call, because) {
    const { dependencies, user, auditContext } = call;
    const restored = await dependencies.ledger.restoreUser(user.id, auditContext, because);
    return restored ? userDone(call, "restored") : suspendedSince(call);
  },
};

async function suspendedSince(call: AdminUserCall): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.user.id);
  if (user === undefined) return notFound(call);
  return showUser({ ...call, user }, { suspendedSince: true }, 409);
}

export const makeAdmin = adminRights(true);
export const revokeAdmin = adminRights(false);

function adminRights(isAdmin: boolean): Change<AdminUserCall, Form> {
  return {
    sensitive: true,
    read: (call, form) => (isSelf(call) ? new EarlyReply(notUnderstood(call)) : form),
    ask: (call, reauthentication) => showUser(call, { reauthentication }),
    async run(call) {
      const { dependencies, user, auditContext } = call;
      const outcome = await dependencies.ledger.setAdmin(user.id, isAdmin, auditContext);
      if (outcome === "gone") return notFound(call);
      if (outcome === "last-administrator") return notUnderstood(call);
      return userDone(call, isAdmin ? "administrator-made" : "administrator-unmade");
    },
  };
}

/** The address is confirmed unless the user has changed it since the administrator saw it. */
export const confirmEmail: Change<AdminUserCall, string> = {
  sensitive: true,
  read: (call, form) => form.get("email") || new EarlyReply(notUnderstood(call)),
  ask: (call, reauthentication) => showUser(call, { reauthentication }),
  async run(call, email) {
    const { dependencies, user, auditContext } = call;
    const confirmed = await dependencies.ledger.confirmEmail(
      { userId: user.id, email },
      auditContext,
    );
    return confirmed ? userDone(call, "email-confirmed") : notUnderstood(call);
  },
};

/** The screen name must be typed, because a deleted account cannot be restored. */
export const deleteUser: Change<AdminUserCall, string> = {
  sensitive: true,
  read(call, form) {
    if (isSelf(call)) return new EarlyReply(notUnderstood(call));
    const typed = typedScreenName(form);
    if (foldScreenName(typed) === foldScreenName(call.user.screenName)) {
      return form.get("screen_name") ?? typed;
    }
    return new EarlyReply(showUser(call, { deleting: { typed, otherName: true } }, 422));
  },
  ask: (call, reauthentication, typed) => showUser(call, { deleting: { typed }, reauthentication }),
  async run(call, typed) {
    const { dependencies, user, auditContext } = call;
    const outcome = await dependencies.ledger.deleteUser({ userId: user.id }, auditContext);
    if (outcome === "owns-applications" || outcome === "last-administrator") {
      return showUser(call, { deleting: { typed, hindrance: outcome } }, 409);
    }
    return seeOther("/admin/users?q=&deleted=on");
  },
};

/** An administrator's own current session stays. */
export const endSessions: Change<AdminUserCall, Form> = {
  sensitive: false,
  async run(call) {
    const { dependencies, user, session, auditContext } = call;
    await dependencies.ledger.endOtherSessions(
      { userId: user.id, digest: session.digest },
      auditContext,
    );
    return userDone(call, isSelf(call) ? "other-sessions-ended" : "sessions-ended");
  },
};

export const revokeAccess: Change<AdminUserCall, Form> = {
  sensitive: false,
  async run(call, form) {
    const { dependencies, user, auditContext } = call;
    const applicationId = idFrom<ApplicationId>(form.get("application_id"));
    if (applicationId === undefined) return notUnderstood(call);
    await dependencies.ledger.revokeAccess({ applicationId, userId: user.id }, auditContext);
    return userDone(call, "access-revoked");
  },
};
