import { issueLinkOnce } from "../../actions/issue-link.ts";
import { pageReply, type Reply } from "../../endpoint.ts";
import { resetLinkPage } from "../../views/admin/people/id.ts";
import { notUnderstood } from "../error-reply.ts";
import { linkForm } from "../made-once.ts";
import type { Form } from "../signed-in.ts";
import {
  type AdminPersonCall,
  askForProof,
  personDone,
  resetMinutes,
  waysInOf,
} from "./person-page.ts";

/** Responds with the link, which is shown once and is never part of a page's address. */
export async function makeResetLink(call: AdminPersonCall, form: Form): Promise<Reply> {
  const { dependencies, user, person, auditContext } = call;
  if (user.suspendedBecause !== undefined) return notUnderstood(call);
  if (!(await waysInOf(call)).password) return notUnderstood(call);
  const formDigest = linkForm(call, form, "password-reset");
  if (formDigest === undefined) return notUnderstood(call);
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const { ledger, random, origins } = dependencies;
  const wanted = { purpose: "password-reset", userId: user.id } as const;
  const from = { ledger, random, origin: origins[0] };
  const link = await issueLinkOnce(from, wanted, auditContext, formDigest);
  if (link === undefined) return personDone(call, "link-created-before");
  return pageReply(resetLinkPage({ person, user, link: link.href, minutes: resetMinutes }));
}
