import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import { type Reason, readReason } from "../../domain/operating.ts";
import { isOutdated } from "../../domain/seen.ts";
import { foldScreenName } from "../../domain/user.ts";
import { type Reply, seeOther } from "../../endpoint.ts";
import { suspensionSeen } from "../../views/admin/suspension.ts";
import { type Change, EarlyReply } from "../change.ts";
import { notFound, notUnderstood } from "../error-reply.ts";
import { typedScreenName } from "../form-fields.ts";
import type { Form } from "../person-call.ts";
import { type AdminPersonCall, isSelf, personDone, showPerson } from "./person-page.ts";

export const suspend: Change<AdminPersonCall, Reason> = {
  sensitive: true,
  read(call, form) {
    if (isSelf(call)) return new EarlyReply(notUnderstood(call));
    const reason = form.get("reason") ?? "";
    const read = readReason(reason);
    if (read.ok) return read.reason;
    return new EarlyReply(showPerson(call, { typed: { reason, problem: read.problem } }, 422));
  },
  ask: (call, unproven, reason) => showPerson(call, { typed: { reason }, unproven }),
  async run(call, reason) {
    const { dependencies, user, auditContext } = call;
    const outcome = await dependencies.ledger.suspendUser(user.id, reason, auditContext);
    if (outcome === "gone") return notFound(call);
    return outcome === "changed" ? personDone(call, "suspended") : notUnderstood(call);
  },
};

/** Another reason may have suspended the user since the administrator saw it; that stays. */
export const restore: Change<AdminPersonCall, string> = {
  sensitive: true,
  read(call, form) {
    const { suspendedBecause } = call.user;
    if (suspendedBecause === undefined) return new EarlyReply(personDone(call, "restored"));
    if (isOutdated(form, suspensionSeen(call.user))) return new EarlyReply(suspendedSince(call));
    return suspendedBecause;
  },
  ask: (call, unproven) => showPerson(call, { unproven }),
  async run(call, because) {
    const { dependencies, user, auditContext } = call;
    const restored = await dependencies.ledger.restoreUser(user.id, auditContext, because);
    return restored ? personDone(call, "restored") : suspendedSince(call);
  },
};

async function suspendedSince(call: AdminPersonCall): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.user.id);
  if (user === undefined) return notFound(call);
  return showPerson({ ...call, user }, { suspendedSince: true }, 409);
}

export const makeOperator = operatorRights(true);
export const unmakeOperator = operatorRights(false);

function operatorRights(isOperator: boolean): Change<AdminPersonCall, Form> {
  return {
    sensitive: true,
    read: (call, form) => (isSelf(call) ? new EarlyReply(notUnderstood(call)) : form),
    ask: (call, unproven) => showPerson(call, { unproven }),
    async run(call) {
      const { dependencies, user, auditContext } = call;
      const outcome = await dependencies.ledger.setOperator(user.id, isOperator, auditContext);
      if (outcome === "gone") return notFound(call);
      if (outcome === "last-operator") return notUnderstood(call);
      return personDone(call, isOperator ? "operator-made" : "operator-unmade");
    },
  };
}

/** The address is confirmed unless the user has changed it since the administrator saw it. */
export const confirmEmail: Change<AdminPersonCall, string> = {
  sensitive: true,
  read: (call, form) => form.get("email") || new EarlyReply(notUnderstood(call)),
  ask: (call, unproven) => showPerson(call, { unproven }),
  async run(call, email) {
    const { dependencies, user, auditContext } = call;
    const confirmed = await dependencies.ledger.confirmEmail(
      { userId: user.id, email },
      auditContext,
    );
    return confirmed ? personDone(call, "email-confirmed") : notUnderstood(call);
  },
};

/** The screen name must be typed, because a deleted account cannot be restored. */
export const deletePerson: Change<AdminPersonCall, string> = {
  sensitive: true,
  read(call, form) {
    if (isSelf(call)) return new EarlyReply(notUnderstood(call));
    const typed = typedScreenName(form);
    if (foldScreenName(typed) === foldScreenName(call.user.screenName)) {
      return form.get("screen_name") ?? typed;
    }
    return new EarlyReply(showPerson(call, { deleting: { typed, otherName: true } }, 422));
  },
  ask: (call, unproven, typed) => showPerson(call, { deleting: { typed }, unproven }),
  async run(call) {
    const { dependencies, user, auditContext } = call;
    const outcome = await dependencies.ledger.deleteUser({ userId: user.id }, auditContext);
    if (outcome === "owns-applications" || outcome === "last-operator") {
      return showPerson(call, { deleting: { hindrance: outcome } }, 409);
    }
    return seeOther("/admin/people?q=&deleted=on");
  },
};

/** An administrator's own current session stays. */
export const endSessions: Change<AdminPersonCall, Form> = {
  sensitive: false,
  async run(call) {
    const { dependencies, user, session, auditContext } = call;
    await dependencies.ledger.endOtherSessions(
      { userId: user.id, digest: session.digest },
      auditContext,
    );
    return personDone(call, "sessions-ended");
  },
};

export const revokeAccess: Change<AdminPersonCall, Form> = {
  sensitive: false,
  async run(call, form) {
    const { dependencies, user, auditContext } = call;
    const applicationId = idFrom<ApplicationId>(form.get("application_id"));
    if (applicationId === undefined) return notUnderstood(call);
    await dependencies.ledger.revokeAccess({ applicationId, userId: user.id }, auditContext);
    return personDone(call, "access-revoked");
  },
};
