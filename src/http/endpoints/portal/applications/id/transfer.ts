import { idFrom, type UserId } from "../../../../../domain/credentials.ts";
import type { TransferProblem } from "../../../../../pages/languages/english/portal/collaborators.ts";
import {
  type Transfer,
  transferPage,
} from "../../../../../pages/views/portal/applications/id/transfer.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../browser/application-page.ts";
import { type Changing, EarlyReply } from "../../../../browser/change.ts";
import { countScreenNameAsked } from "../../../../browser/count-change.ts";
import { notUnderstood } from "../../../../browser/error-pages.ts";
import { typedScreenName } from "../../../../browser/form-fields.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const transfer = endpoint({
  name: "portal/applications/:id/transfer",
  paths: ["/portal/applications/:id/transfer"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Offers an application to another user, who becomes its owner by accepting",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [
      { name: "screen_name", required: false, meaning: "With offer: the user's." },
      { name: "user", required: false, meaning: "With withdraw: the ID of the user." },
    ],
    showTo: "owner",
    changedBy: "owner",
    show: (call) => show(call, {}),
    changes: {
      offer: {
        sensitive: true,
        read(call, form) {
          const screenName = typedScreenName(form);
          return screenName === "" ? new EarlyReply(again(call, "", "missing")) : screenName;
        },
        ask: (call, reauthentication, screenName) =>
          show(call, { input: { screenName }, reauthentication }),
        run: offer,
      },
      withdraw: { sensitive: false, run: withdraw },
    },
  }),
});

async function offer(call: Changing<ApplicationCall>, screenName: string): Promise<Reply> {
  const { dependencies, application, auditContext, now } = call;
  const { ledger } = dependencies;
  await countScreenNameAsked(call);
  const user = await ledger.userByScreenName(screenName);
  if (user === undefined) return again(call, screenName, "unknown");
  const outcome = await ledger.offerOwnership(
    { applicationId: application.id, userId: user.id, now },
    auditContext,
  );
  if (outcome !== "offered") {
    return again(call, screenName, outcome === "gone" ? "unknown" : outcome);
  }
  return seeOther(`${hrefOf(application)}/delete?offered`);
}

async function again(
  call: ApplicationCall,
  screenName: string,
  problem: TransferProblem,
): Promise<Reply> {
  return { ...(await show(call, { input: { screenName, problem } })), status: 422 };
}

async function withdraw(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { dependencies, application, auditContext } = call;
  const userId = idFrom<UserId>(form.get("user"));
  if (userId === undefined) return notUnderstood(call);
  await dependencies.ledger.endOwnershipOffer(
    { applicationId: application.id, userId },
    auditContext,
  );
  return seeOther(`${hrefOf(application)}/delete?withdrawn`);
}

async function show(
  { dependencies, viewer, application, now }: ApplicationCall,
  more: Pick<Transfer, "input" | "reauthentication">,
): Promise<Reply> {
  const { offer } = await dependencies.ledger.collaborators(application.id, now);
  return pageReply(transferPage({ viewer, application, offer, ...more }));
}
