/** What an administrator can change about a user, by the names of the forms' buttons. */
import { type ApplicationId, idFrom, type TokenDigest } from "../../../domain/credentials.ts";
import type { IdentityKey } from "../../../domain/identity.ts";
import { type Reason, readReason } from "../../../domain/operating.ts";
import { isOutdated } from "../../../domain/seen.ts";
import { foldScreenName } from "../../../domain/user.ts";
import { suspensionSeen } from "../../../pages/views/admin/suspension.ts";
import { resetLinkPage } from "../../../pages/views/admin/users/id.ts";
import type { ChangeReauthentication } from "../../../pages/views/viewer.ts";
import type { IssuedLink } from "../../actions/issue-link.ts";
import * as signInMethods from "../../actions/sign-in-methods.ts";
import { revokeAccess } from "../../actions/tokens.ts";
import * as users from "../../actions/users.ts";
import { pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";
import { EarlyReply, plainChange, sensitiveChange } from "../change.ts";
import { notFound, notUnderstood } from "../error-pages.ts";
import { typedScreenName } from "../form-fields.ts";
import { linkForm } from "../one-time-form.ts";
import type { Form } from "../viewer-call.ts";
import {
  type AdminUserCall,
  isSelf,
  resetMinutes,
  showUser,
  signInMethodsOf,
  userDone,
} from "./user-page.ts";

type Call = AdminUserCall;

export const userChanges = {
  suspend: sensitiveChange(users.suspendUser, {
    read(call: Call, form): Reason | EarlyReply {
      if (isSelf(call)) return new EarlyReply(notUnderstood(call));
      const reason = form.get("reason") ?? "";
      const read = readReason(reason);
      if (read.ok) return read.reason;
      return new EarlyReply(showUser(call, { input: { reason, problem: read.problem } }, 422));
    },
    ask: (call, reauthentication, reason) =>
      showUser(call, { input: { reason }, reauthentication }),
    input: ({ user }, because) => ({ userId: user.id, because }),
    done: (call) => userDone(call, "suspended"),
  }),

  /** Another reason may have suspended the user since the administrator saw it; that stays. */
  restore: sensitiveChange(users.restoreUser, {
    read(call: Call, form): string | EarlyReply {
      const { suspendedBecause } = call.user;
      if (suspendedBecause === undefined) return new EarlyReply(userDone(call, "restored"));
      if (isOutdated(form, suspensionSeen(call.user))) return new EarlyReply(suspendedSince(call));
      return suspendedBecause;
    },
    ask: (call, reauthentication) => showUser(call, { reauthentication }),
    input: ({ user }, seen) => ({ userId: user.id, seen }),
    done: (call) => userDone(call, "restored"),
    rejected: suspendedSince,
  }),

  "grant-admin": sensitiveChange(users.grantAdmin, {
    read: ofAnother,
    ask: (call, reauthentication) => showUser(call, { reauthentication }),
    input: ({ user }) => ({ userId: user.id }),
    done: (call) => userDone(call, "admin-granted"),
  }),

  "revoke-admin": sensitiveChange(users.revokeAdmin, {
    read: ofAnother,
    ask: (call, reauthentication) => showUser(call, { reauthentication }),
    input: ({ user }) => ({ userId: user.id }),
    done: (call) => userDone(call, "admin-revoked"),
  }),

  "verify-email": sensitiveChange(users.verifyEmail, {
    read: (call: Call, form): string | EarlyReply =>
      form.get("email") || new EarlyReply(notUnderstood(call)),
    ask: (call, reauthentication) => showUser(call, { reauthentication }),
    input: ({ user }, email) => ({ userId: user.id, email }),
    done: (call) => userDone(call, "email-verified"),
  }),

  /** An administrator's own current session stays. */
  "end-sessions": plainChange(users.endSessions, {
    read: (call: Call) => call.session.digest,
    input: ({ user }, except) => ({ userId: user.id, except }),
    done: (call) => userDone(call, isSelf(call) ? "other-sessions-ended" : "sessions-ended"),
  }),

  "revoke-access": plainChange(revokeAccess, {
    read: (call: Call, form): ApplicationId | EarlyReply =>
      idFrom<ApplicationId>(form.get("application_id")) ?? new EarlyReply(notUnderstood(call)),
    input: ({ user }, applicationId) => ({ applicationId, userId: user.id }),
    done: (call) => userDone(call, "access-revoked"),
  }),

  "create-reset-link": sensitiveChange(signInMethods.createResetLink, {
    async read(call: Call, form): Promise<TokenDigest | EarlyReply> {
      const isPossible =
        call.user.suspendedBecause === undefined && (await signInMethodsOf(call)).password;
      const digest = isPossible ? linkForm(call, form, "password-reset") : undefined;
      return digest ?? new EarlyReply(notUnderstood(call));
    },
    ask: (call, reauthentication) => showUser(call, { reauthentication }),
    input: ({ user }, form) => ({ user, form }),
    done: (call, link) => showLink(call, link),
    rejected: (call, why) =>
      why === "made-before" ? userDone(call, "link-created-before") : changedSince(call),
  }),

  "create-recovery-link": sensitiveChange(signInMethods.createRecoveryLink, {
    ...helping((call, form) => linkForm(call, form, "account-recovery")),
    input: ({ user }, { because, what }) => ({ user, because, form: what }),
    done: (call, link) => showLink(call, link, true),
    rejected: (call, why) =>
      why === "made-before" ? userDone(call, "recovery-link-created-before") : changedSince(call),
  }),

  "remove-factor": sensitiveChange(signInMethods.removeFactor, {
    ...helping((_call, form) => form.get("factor") ?? ""),
    input: ({ user }, { because, what }) => ({ userId: user.id, factor: what, because }),
    done: (call) => userDone(call, "factor-removed"),
  }),

  "remove-factors": sensitiveChange(signInMethods.removeFactors, {
    ...helping(() => true),
    input: ({ user }, { because }) => ({ userId: user.id, because }),
    done: (call) => userDone(call, "factors-removed"),
  }),

  "remove-identity": sensitiveChange(signInMethods.removeIdentity, {
    read(call: Call, form): { identity: IdentityKey; because: Reason } | EarlyReply {
      if (isSelf(call)) return new EarlyReply(notUnderstood(call));
      const [issuer = "", subject = ""] = [form.get("issuer"), form.get("subject")];
      const reason = form.get("reason") ?? "";
      const read = readReason(reason);
      if (read.ok) return { identity: { issuer, subject }, because: read.reason };
      const removing = { issuer, subject, reason, problem: read.problem };
      return new EarlyReply(showUser(call, { removing }, 422));
    },
    ask: (call, reauthentication, { identity, because }) =>
      showUser(call, { removing: { ...identity, reason: because }, reauthentication }),
    input: ({ user }, removed) => ({ userId: user.id, ...removed }),
    done: (call) => userDone(call, "identity-removed"),
  }),

  /** The screen name must be typed, because a deleted account cannot be restored. */
  delete: sensitiveChange(users.deleteUser, {
    read(call: Call, form): string | EarlyReply {
      if (isSelf(call)) return new EarlyReply(notUnderstood(call));
      const input = typedScreenName(form);
      if (foldScreenName(input) === foldScreenName(call.user.screenName)) {
        return form.get("screen_name") ?? input;
      }
      return new EarlyReply(showUser(call, { deleting: { input, otherName: true } }, 422));
    },
    ask: (call, reauthentication, input) =>
      showUser(call, { deleting: { input }, reauthentication }),
    input: ({ user }) => ({ userId: user.id }),
    done: deleted,
    rejected: (call, why, input) =>
      why === "gone" ? deleted() : showUser(call, { deleting: { input, hindrance: why } }, 409),
  }),
};

function ofAnother(call: Call, form: Form): Form | EarlyReply {
  return isSelf(call) ? new EarlyReply(notUnderstood(call)) : form;
}

async function suspendedSince(call: Call): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.user.id);
  if (user === undefined) return notFound(call);
  return showUser({ ...call, user }, { suspendedSince: true }, 409);
}

function deleted(): Reply {
  return seeOther("/admin/users?q=&deleted=on");
}

/** The link is shown once and is never part of a page's URL. */
function showLink({ viewer, user }: Call, { href }: IssuedLink, recovers = false): Reply {
  const shown = { viewer, user, link: href, minutes: resetMinutes };
  return pageReply(resetLinkPage(recovers ? { ...shown, recovers } : shown));
}

/** The user was suspended or deleted since the form was read. */
async function changedSince(call: Call): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.user.id);
  return user === undefined ? notFound(call) : notUnderstood(call);
}

/** The reason for the help is recorded. `read` reads what else the form says; undefined if it is not one of ours. */
function helping<What>(read: (call: Call, form: Form) => What | undefined) {
  return {
    read(call: Call, form: Form) {
      if (isSelf(call) || call.user.suspendedBecause !== undefined) {
        return new EarlyReply(notUnderstood(call));
      }
      const [change = "", factor = "", reason = ""] = ["change", "factor", "reason"].map((name) =>
        form.get(name),
      );
      const input = { change, factor, reason };
      const because = readReason(reason);
      if (!because.ok) {
        const problem = { helping: { ...input, problem: because.problem } };
        return new EarlyReply(showUser(call, problem, 422));
      }
      const what = read(call, form);
      if (what === undefined) return new EarlyReply(notUnderstood(call));
      return { because: because.reason, what, input };
    },
    ask: (
      call: Call,
      reauthentication: ChangeReauthentication,
      { input }: { readonly input: { change: string; factor: string; reason: string } },
    ) => showUser(call, { helping: input, reauthentication }),
  };
}
