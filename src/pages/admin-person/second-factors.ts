/** For people who lost a second factor, or everything. The reason is recorded, and the person is notified. */
import { issueLinkOnce } from "../../actions/issue-link.ts";
import { removeFactor } from "../../actions/remove-factor.ts";
import { type Reason, readReason } from "../../domain/operating.ts";
import { pageReply, type Reply } from "../../endpoint.ts";
import { secondFactorsRemoved } from "../../events/sign-in.ts";
import { resetLinkPage } from "../../views/admin/people/id.ts";
import { notUnderstood } from "../error-reply.ts";
import { linkForm } from "../made-once.ts";
import type { Form } from "../signed-in.ts";
import {
  type AdminPersonCall,
  askForProof,
  isSelf,
  personDone,
  resetMinutes,
  showAgain,
} from "./person-page.ts";

export function removeSecondFactor(call: AdminPersonCall, form: Form): Promise<Reply> {
  return helpBecause(call, form, async (because) => {
    const { dependencies, user, auditContext } = call;
    const which = { userId: user.id, written: form.get("factor") ?? "", because };
    const factor = await removeFactor(dependencies.ledger, which, auditContext);
    if (factor === undefined) return notUnderstood(call);
    return personDone(call, "second-factor-removed");
  });
}

export function removeSecondFactors(call: AdminPersonCall, form: Form): Promise<Reply> {
  return helpBecause(call, form, async (because) => {
    const { dependencies, user, auditContext } = call;
    const event = secondFactorsRemoved(auditContext, user.id, because);
    const removed = await dependencies.ledger.removeSecondFactors(user.id, event);
    if (!removed) return notUnderstood(call);
    return personDone(call, "second-factors-removed");
  });
}

/** Responds with the link, which is shown once. */
export function makeRecoveryLink(call: AdminPersonCall, form: Form): Promise<Reply> {
  return helpBecause(call, form, async (because) => {
    const { dependencies, user, person, auditContext } = call;
    const { ledger, random, origins, config } = dependencies;
    const formDigest = linkForm(call, form, "account-recovery");
    if (config.waysIn !== "all" || formDigest === undefined) return notUnderstood(call);
    const wanted = { purpose: "account-recovery", userId: user.id, because } as const;
    const from = { ledger, random, origin: origins[0] };
    const link = await issueLinkOnce(from, wanted, auditContext, formDigest);
    if (link === undefined) return personDone(call, "link-created-before");
    const shown = { person, user, link: link.href, minutes: resetMinutes, recovers: true };
    return pageReply(resetLinkPage(shown));
  });
}

async function helpBecause(
  call: AdminPersonCall,
  form: Form,
  help: (reason: Reason) => Promise<Reply>,
): Promise<Reply> {
  if (isSelf(call) || call.user.suspendedBecause !== undefined) return notUnderstood(call);
  const typed = form.get("reason") ?? "";
  const read = readReason(typed);
  if (!read.ok) {
    const [change = "", factor = ""] = [form.get("change"), form.get("factor")];
    const helping = { change, reason: typed, factor, problem: read.problem };
    return showAgain(call, { helping }, 422);
  }
  const unproven = await askForProof(call, form);
  return unproven ?? help(read.reason);
}
