import { regenerateSecret } from "../../../../actions/regenerate-secret.ts";
import { browser } from "../../../../authentication/browser-session.ts";
import { type Overlap, overlaps } from "../../../../domain/application.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import { oldSecretEnded } from "../../../../events/application.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../pages/application-page.ts";
import { countChange } from "../../../../pages/count-change.ts";
import { notUnderstood } from "../../../../pages/error-reply.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../../../pages/form-fields.ts";
import { proveIfAsked } from "../../../../pages/recent-sign-in.ts";
import type { Form } from "../../../../pages/signed-in.ts";
import {
  consumerSecretPage,
  type SecretPage,
  secretMadePage,
} from "../../../../views/portal/applications/id/consumer-secret.ts";
import { stalePage } from "../../../../views/portal/applications/id/credential-page.ts";

/** docs/reference/interface.md §15. */
export const consumerSecret = endpoint({
  name: "portal/applications/:id/consumer-secret",
  paths: ["/portal/applications/:id/consumer-secret"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Regenerates an application's consumer secret, shown this once, and ends the old one",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "change", required: true, meaning: "What to do.", values: ["regenerate", "end-old"] },
    {
      name: "overlap",
      required: false,
      meaning: "With regenerate: how long the present secret goes on working.",
      values: Object.keys(overlaps),
    },
    {
      name: "replaces",
      required: false,
      meaning: "When the secret was set that the form was shown for.",
    },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  ...forApplication({
    show: (call) => show(call),
    change(call, form) {
      switch (form.get("change")) {
        case "regenerate":
          return regenerate(call, form);
        case "end-old":
          return endOld(call, form);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function regenerate(call: ApplicationCall, form: Form): Promise<Reply> {
  const { dependencies, application, person, auditContext, now } = call;
  if (application.suspendedBecause !== undefined) return show(call, undefined, { status: 403 });
  const chosen = form.get("overlap") ?? "";
  const overlap = isOverlap(chosen) ? chosen : "none";
  if (overlap === "none") return show(call, { change: "regenerate", overlap }, { status: 422 });
  const unproven = await proveIfAsked(call, form, "portal/applications/:id/consumer-secret");
  if (unproven !== undefined) {
    return show(call, { change: "regenerate", overlap, unproven }, unproven);
  }
  await countChange("new-credentials", call);
  const regenerated = await regenerateSecret(
    dependencies,
    { applicationId: application.id, overlap, replaces: Number(form.get("replaces")) },
    auditContext,
  );
  if (regenerated === undefined) {
    return pageReply(stalePage({ person, application }, "consumer-secret"), { status: 409 });
  }
  const { secret, oldUntil } = regenerated;
  return pageReply(
    secretMadePage({
      person,
      application,
      consumerKey: application.consumerKey,
      secret: secret.reveal(),
      oldSecretUntil: oldUntil > now ? oldUntil : undefined,
    }),
    { status: 201 },
  );
}

async function endOld(call: ApplicationCall, form: Form): Promise<Reply> {
  const { dependencies, application, person, auditContext, now } = call;
  const unproven = await proveIfAsked(call, form, "portal/applications/:id/consumer-secret");
  if (unproven !== undefined) return show(call, { change: "end-old", unproven }, unproven);
  const { ledger } = dependencies;
  const { id: applicationId } = application;
  const secretSetAt = Number(form.get("replaces"));
  const ended = await ledger.endOldSecret(
    { applicationId, secretSetAt, now },
    oldSecretEnded(auditContext, applicationId),
  );
  if (!ended && (await ledger.applicationById(applicationId))?.secretSetAt !== secretSetAt) {
    return pageReply(stalePage({ person, application }, "consumer-secret"), { status: 409 });
  }
  return seeOther(`${hrefOf(application)}/consumer-secret`);
}

async function show(
  { dependencies: { ledger }, session, person, application, now }: ApplicationCall,
  refused?: SecretPage["refused"],
  answer?: Parameters<typeof pageReply>[1],
): Promise<Reply> {
  const { oldSecretUntil } = await ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  const { before, changes } = await ledger.grantCounts(application.id, now);
  const people = changes.reduce((sum, { change }) => sum + change, before.read + before.write);
  const keys = { secretSetAt: application.secretSetAt, oldSecretUntil, now };
  const page = { person, application, keys, people };
  return pageReply(consumerSecretPage(refused ? { ...page, refused } : page), answer);
}

function isOverlap(text: string): text is Overlap {
  return Object.hasOwn(overlaps, text);
}
