import { deleteAccount } from "../../actions/delete.ts";
import { foldScreenName } from "../../domain/user.ts";
import { type Reply, seeOther } from "../../endpoint.ts";
import { notUnderstood } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import { typedScreenName } from "../typed-screen-name.ts";
import { type AdminPersonCall, askForProof, isSelf, showAgain } from "./person-page.ts";

/** The screen name must be typed, because a deleted account cannot be restored. */
export async function deletePerson(call: AdminPersonCall, form: Form): Promise<Reply> {
  if (isSelf(call)) return notUnderstood(call);
  const { dependencies, user, auditContext } = call;
  const typed = typedScreenName(form);
  if (foldScreenName(typed) !== foldScreenName(user.screenName)) {
    return showAgain(call, { deleting: { typed, otherName: true } }, 422);
  }
  const unproven = await askForProof(call, form);
  if (unproven !== undefined) return unproven;
  const outcome = await deleteAccount(dependencies.ledger, { userId: user.id }, auditContext);
  if (outcome === "owns-applications" || outcome === "last-operator") {
    return showAgain(call, { deleting: { hindrance: outcome } }, 409);
  }
  return seeOther("/admin/people?q=&deleted=on");
}
