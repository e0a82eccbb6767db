import { type Overlap, overlaps } from "../../../../../domain/application.ts";
import {
  consumerSecretPage,
  type SecretPage,
  secretMadePage,
} from "../../../../../pages/views/portal/applications/id/consumer-secret.ts";
import { stalePage } from "../../../../../pages/views/portal/applications/id/credential-page.ts";
import { regenerateConsumerSecret } from "../../../../actions/applications.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  ifSuspended,
} from "../../../../browser/application-page.ts";
import { asSent, type Changing, EarlyReply } from "../../../../browser/change.ts";
import { countChange } from "../../../../browser/count-change.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { isRejection } from "../../../../operation/action.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const consumerSecret = endpoint({
  name: "portal/applications/:id/consumer-secret",
  paths: ["/portal/applications/:id/consumer-secret"],
  methods: ["GET", "POST"],
  section: "15",
  summary:
    "Regenerates an application's consumer secret, shown only once, and ends the previous one",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [
      {
        name: "overlap",
        required: false,
        meaning: "With regenerate: how long the current secret keeps working.",
        values: Object.keys(overlaps),
      },
      {
        name: "replaces",
        required: false,
        meaning: "When the displayed secret was created.",
      },
    ],
    show: (call) => show(call, {}),
    changes: {
      regenerate: {
        sensitive: true,
        read: readRegeneration,
        ask: (call, reauthentication, { overlap }) => show(call, { reauthentication, overlap }),
        run: regenerate,
      },
      "revoke-previous": {
        sensitive: true,
        read: asSent,
        ask: (call, reauthentication) => show(call, { reauthentication }),
        run: revokePrevious,
      },
    },
  }),
});

async function readRegeneration(call: ApplicationCall, form: Form) {
  const suspended = await ifSuspended(call, (one) => show(one, {}));
  if (suspended !== undefined) return suspended;
  const overlap = form.get("overlap") ?? "";
  if (isOverlap(overlap)) return { overlap, replaces: Number(form.get("replaces")) };
  return new EarlyReply({ ...(await show(call, { overlap: "none" })), status: 422 });
}

async function regenerate(
  call: Changing<ApplicationCall>,
  wanted: { readonly overlap: Overlap; readonly replaces: number },
): Promise<Reply> {
  const { dependencies, application, session, viewer, auditContext, now } = call;
  await countChange("new-credentials", call);
  const { overlap, replaces: secretSetAt } = wanted;
  const regenerated = await regenerateConsumerSecret.run(
    dependencies,
    { application: { ...application, secretSetAt }, overlap },
    auditContext,
  );
  if (isRejection(regenerated)) {
    return pageReply(stalePage({ viewer, application }, "consumer-secret"), { status: 409 });
  }
  const { secret, previousUntil } = regenerated;
  const { ownAccess } = await dependencies.ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  return pageReply(
    secretMadePage({
      viewer,
      application,
      baseUrl: dependencies.origins[0],
      secret: secret.reveal(),
      hasOwnToken: ownAccess.length > 0,
      previousSecretUntil: previousUntil > now ? previousUntil : undefined,
    }),
    { status: 201 },
  );
}

async function revokePrevious(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { dependencies, application, viewer, auditContext, now } = call;
  const { ledger } = dependencies;
  const { id: applicationId } = application;
  const secretSetAt = Number(form.get("replaces"));
  const ended = await ledger.revokePreviousSecret(
    { applicationId, secretSetAt, now },
    auditContext,
  );
  if (!ended && (await ledger.applicationById(applicationId))?.secretSetAt !== secretSetAt) {
    return pageReply(stalePage({ viewer, application }, "consumer-secret"), { status: 409 });
  }
  return seeOther(`${hrefOf(application)}/consumer-secret`);
}

async function show(
  { dependencies: { ledger }, session, viewer, application, now }: ApplicationCall,
  again: Pick<SecretPage, "overlap" | "reauthentication">,
): Promise<Reply> {
  const { previousSecretUntil } = await ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  const { before, changes } = await ledger.grantCounts(application.id, now);
  const users = changes.reduce((sum, { change }) => sum + change, before.read + before.write);
  const { secretSetAt, secretRevokedAt } = application;
  const keys = { secretSetAt, secretRevokedAt, previousSecretUntil, now };
  return pageReply(consumerSecretPage({ viewer, application, keys, users, ...again }));
}

function isOverlap(text: string): text is Overlap {
  return Object.hasOwn(overlaps, text);
}
