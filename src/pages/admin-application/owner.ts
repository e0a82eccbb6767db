import { moveApplication } from "../../actions/move-application.ts";
import type { Reply } from "../../endpoint.ts";
import type { Ownership } from "../../views/admin/ownership.ts";
import type { Form } from "../signed-in.ts";
import { typedScreenName } from "../typed-screen-name.ts";
import {
  type AdminApplicationCall,
  applicationDone,
  askForProof,
  showApplication,
} from "./application-page.ts";

export async function move(call: AdminApplicationCall, form: Form): Promise<Reply> {
  const { application, dependencies, auditContext } = call;
  const screenName = typedScreenName(form);
  const asked = await askForProof(call, form, (unproven) => ({ moving: { screenName, unproven } }));
  if (asked !== undefined) return asked;
  const again = (problem: NonNullable<Ownership["problem"]>) =>
    showApplication(call, { moving: { screenName, problem } }, { status: 422 });
  const user = await dependencies.ledger.userByScreenName(screenName);
  if (user === undefined) return again("unknown");
  const to = { applicationId: application.id, userId: user.id };
  const outcome = await moveApplication(dependencies.ledger, to, auditContext);
  if (outcome === "moved") return applicationDone(call, "moved");
  return again(outcome === "gone" ? "unknown" : outcome);
}
