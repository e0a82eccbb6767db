import { idFrom, type UserId } from "../../../../domain/credentials.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import type { InvitationProblem } from "../../../../languages/english/portal/collaborators.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../pages/application-page.ts";
import type { Changing } from "../../../../pages/change.ts";
import { countScreenNameAsked } from "../../../../pages/count-change.ts";
import { notUnderstood } from "../../../../pages/error-reply.ts";
import { typedScreenName } from "../../../../pages/form-fields.ts";
import type { Form } from "../../../../pages/person-call.ts";
import { type Transfer, transferPage } from "../../../../views/portal/applications/id/transfer.ts";

/** docs/reference/interface.md §15. */
export const transfer = endpoint({
  name: "portal/applications/:id/transfer",
  paths: ["/portal/applications/:id/transfer"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Offers an application to another person, who becomes its owner by accepting",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [
      { name: "screen_name", required: false, meaning: "With offer: the person's." },
      { name: "user", required: false, meaning: "With withdraw: the ID of the person." },
    ],
    showTo: "owner",
    changedBy: "owner",
    show: (call) => show(call, {}),
    changes: {
      offer: {
        sensitive: true,
        read: (_call, form) => typedScreenName(form),
        ask: (call, unproven, screenName) => show(call, { typed: { screenName }, unproven }),
        run: offer,
      },
      withdraw: { sensitive: false, run: withdraw },
    },
  }),
});

async function offer(call: Changing<ApplicationCall>, screenName: string): Promise<Reply> {
  const { dependencies, application, auditContext, now } = call;
  const { ledger } = dependencies;
  const refuse = async (problem: InvitationProblem) => ({
    ...(await show(call, { typed: { screenName, problem } })),
    status: 422,
  });
  await countScreenNameAsked(call);
  const user = await ledger.userByScreenName(screenName);
  if (user === undefined) return refuse("unknown");
  const outcome = await ledger.offerOwnership(
    { applicationId: application.id, userId: user.id, now },
    auditContext,
  );
  if (outcome !== "offered") return refuse(outcome === "gone" ? "unknown" : outcome);
  return seeOther(`${hrefOf(application)}/delete?offered`);
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
  { dependencies, person, application, now }: ApplicationCall,
  more: Pick<Transfer, "typed" | "unproven">,
): Promise<Reply> {
  const { offer } = await dependencies.ledger.collaborators(application.id, now);
  return pageReply(transferPage({ person, application, offer, ...more }));
}
