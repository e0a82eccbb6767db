/**
 * A user lost a password, a second factor, or everything. The reason for the help is recorded, and
 * the user is notified.
 */

import type { TokenDigest } from "../../../domain/credentials.ts";
import type { IdentityKey } from "../../../domain/identity.ts";
import { type Reason, readReason } from "../../../domain/operating.ts";
import { resetLinkPage } from "../../../pages/views/admin/users/id.ts";
import { issueLinkOnce } from "../../actions/issue-link.ts";
import { removeFactor } from "../../actions/remove-factor.ts";
import { pageReply, type Reply } from "../../operation/endpoint.ts";
import { type Change, type Changing, EarlyReply } from "../change.ts";
import { notFound, notUnderstood } from "../error-pages.ts";
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

/** The link is shown once and is never part of a page's URL. */
export const makeResetLink: Change<AdminUserCall, TokenDigest> = {
  sensitive: true,
  async read(call, form) {
    const isPossible =
      call.user.suspendedBecause === undefined && (await signInMethodsOf(call)).password;
    const formDigest = isPossible ? linkForm(call, form, "password-reset") : undefined;
    return formDigest ?? new EarlyReply(notUnderstood(call));
  },
  ask: (call, reauthentication) => showUser(call, { reauthentication }),
  async run(call, formDigest) {
    const { dependencies, user, viewer, auditContext } = call;
    const { ledger, random, origins } = dependencies;
    const wanted = { purpose: "password-reset", userId: user.id } as const;
    const from = { ledger, random, origin: origins[0] };
    const link = await issueLinkOnce(from, wanted, auditContext, formDigest);
    if (link === "made-before") return userDone(call, "link-created-before");
    if (link === "rejected") return changedSince(call);
    return pageReply(resetLinkPage({ viewer, user, link: link.href, minutes: resetMinutes }));
  },
};

export const removeSecondFactor = helping(async (call, because, form) => {
  const { dependencies, user, auditContext } = call;
  const which = { userId: user.id, written: form.get("factor") ?? "", because };
  const factor = await removeFactor(dependencies.ledger, which, auditContext);
  if (factor === undefined) return notUnderstood(call);
  return userDone(call, "second-factor-removed");
});

export const removeSecondFactors = helping(async (call, because) => {
  const { dependencies, user, auditContext } = call;
  const removed = await dependencies.ledger.removeSecondFactors(user.id, because, auditContext);
  if (!removed) return notUnderstood(call);
  return userDone(call, "second-factors-removed");
});

/** The link is shown once. */
export const makeRecoveryLink = helping(async (call, because, form) => {
  const { dependencies, user, viewer, auditContext } = call;
  const { ledger, random, origins, config } = dependencies;
  const formDigest = linkForm(call, form, "account-recovery");
  if (config.signInMethods !== "all" || formDigest === undefined) return notUnderstood(call);
  const wanted = { purpose: "account-recovery", userId: user.id, because } as const;
  const from = { ledger, random, origin: origins[0] };
  const link = await issueLinkOnce(from, wanted, auditContext, formDigest);
  if (link === "made-before") return userDone(call, "recovery-link-created-before");
  if (link === "rejected") return changedSince(call);
  const shown = { viewer, user, link: link.href, minutes: resetMinutes, recovers: true };
  return pageReply(resetLinkPage(shown));
});

/** The user was suspended or deleted since the form was read. */
async function changedSince(call: AdminUserCall): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.user.id);
  return user === undefined ? notFound(call) : notUnderstood(call);
}

type Help = {
  readonly because: Reason;
  readonly form: Form;
  readonly helping: { readonly change: string; readonly factor: string; readonly reason: string };
};

function helping(
  help: (call: Changing<AdminUserCall>, because: Reason, form: Form) => Promise<Reply>,
): Change<AdminUserCall, Help> {
  return {
    sensitive: true,
    read(call, form) {
      if (isSelf(call) || call.user.suspendedBecause !== undefined) {
        return new EarlyReply(notUnderstood(call));
      }
      const [change = "", factor = "", reason = ""] = ["change", "factor", "reason"].map((name) =>
        form.get(name),
      );
      const typed = { change, factor, reason };
      const read = readReason(reason);
      if (read.ok) return { because: read.reason, form, helping: typed };
      const problem = { helping: { ...typed, problem: read.problem } };
      return new EarlyReply(showUser(call, problem, 422));
    },
    ask: (call, reauthentication, { helping }) => showUser(call, { helping, reauthentication }),
    run: (call, { because, form }) => help(call, because, form),
  };
}

/** The identity may be the last sign-in method. */
export const removeIdentity: Change<
  AdminUserCall,
  { readonly identity: IdentityKey; readonly because: Reason }
> = {
  sensitive: true,
  read(call, form) {
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
  async run(call, { identity, because }) {
    const { dependencies, user, auditContext } = call;
    const removed = await dependencies.ledger.removeIdentity(
      { userId: user.id, identity, because },
      auditContext,
    );
    return removed ? userDone(call, "identity-removed") : notUnderstood(call);
  },
};
