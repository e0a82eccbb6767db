import type { Application } from "../../../../../domain/application.ts";
import {
  changesAuthority,
  draftSeen,
  effectsAgreedTo,
  maxEffectsLength,
  withWordsLeft,
  withWordsOf,
} from "../../../../../domain/application-change.ts";
import { type AwaitedChange, awaitedPart, isUnapproved } from "../../../../../domain/approval.ts";
import type { ApplicationDraft } from "../../../../../domain/fields/application.ts";
import { isOutdated, seenField } from "../../../../../domain/seen.ts";
import { methodsFor } from "../../../../../domain/signature-methods.ts";
import {
  settingsConfirmationPage,
  settingsPage,
  settingsPreview,
  settingsSections,
} from "../../../../../pages/views/portal/applications/id/settings.ts";
import { noProblems, typedFrom } from "../../../../../pages/views/portal/draft-fields.ts";
import { effectsOfChange } from "../../../../actions/application-draft.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  showTab,
} from "../../../../browser/application-page.ts";
import { previewedApplication } from "../../../../browser/asked-application.ts";
import { EarlyReply } from "../../../../browser/change.ts";
import { whatWasSeen } from "../../../../browser/form-fields.ts";
import { draftFields, readDraft } from "../../../../browser/typed-draft.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const settings = endpoint({
  name: "portal/applications/:id/settings",
  paths: ["/portal/applications/:id/settings"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Shows and changes an application's settings, after the effects on tokens are confirmed",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [
      ...draftFields,
      whatWasSeen,
      {
        name: "confirmed",
        required: false,
        maxLength: maxEffectsLength,
        meaning: "The value from the page that showed the effects of the change.",
      },
    ],
    keepsTyped: true,
    async show(call) {
      const shown = await shownWith(call);
      return showTab(call, "settings", settingsSections(shown), settingsPreview(shown));
    },
    changes: {
      "": {
        sensitive: true,
        // Texts affect no access, and the consent page shows that they changed.
        onlyIf: ({ wanted, from }) => changesAuthority(from, wanted),
        read,
        async ask(call, reauthentication, { asSent, effects }) {
          const asked = { ...(await shownWith(call)), ...asSent, reauthentication };
          const confirms = effects.length > 0;
          return pageReply(
            confirms ? settingsConfirmationPage({ ...asked, effects }) : settingsPage(asked),
          );
        },
        async run({ dependencies, application, auditContext, now }, { draft, awaits, from }) {
          // Someone else may save a change in between, whose effects may need another confirmation or authentication.
          const isSaved = await dependencies.ledger.changeApplication(
            { applicationId: application.id, from, draft, awaits, now },
            auditContext,
          );
          return isSaved ? saved(application, Object.keys(awaits).length > 0) : undefined;
        },
      },
    },
  }),
});

async function read(call: ApplicationCall, form: Form) {
  const { dependencies, application, now } = call;
  const { input, read } = readDraft(form, application.callbacks);
  const seen = form.get(seenField) ?? draftSeen(application);
  const asSent = { input, seen };
  const shown = { ...(await shownWith(call)), ...asSent };
  if (!read.ok) {
    const page = settingsPage({ ...shown, problems: read.problems });
    return new EarlyReply(pageReply(page, { status: 422 }));
  }
  if (input.requireSha256 && !application.requireSha256 && !shown.acceptsSha256) {
    // The form shows what is wrong with its choice of a signature method.
    const page = settingsPage({ ...shown, problems: noProblems });
    return new EarlyReply(pageReply(page, { status: 422 }));
  }
  const wanted = withWordsLeft(form, read.draft, application);
  // Nothing changed, so no event is recorded.
  if (draftSeen(wanted) === draftSeen(application)) return new EarlyReply(saved(application));
  if (changesAuthority(application, wanted) && isOutdated(form, draftSeen(application))) {
    return new EarlyReply(await changedSince(call, wanted));
  }
  const awaits = awaitedOf(call, wanted);
  const draft = { ...wanted, ...asBefore(application, awaits) };
  const effects = await effectsOfChange(dependencies.ledger, application, draft, now);
  if (effects.length > 0 && form.get("confirmed") !== effectsAgreedTo(effects)) {
    const page = settingsConfirmationPage({ ...shown, effects });
    return new EarlyReply(pageReply(page));
  }
  return { draft, wanted, awaits, from: application, asSent, effects };
}

/** What of the change waits for approval. While the application itself waits, everything is decided with it. */
function awaitedOf(
  { application, viewer, dependencies: { config } }: ApplicationCall,
  wanted: ApplicationDraft,
): AwaitedChange {
  const waits = config.approval === "changes" && !viewer.isAdmin && !isUnapproved(application);
  return waits ? awaitedPart(application, wanted) : {};
}

function asBefore({ access, callbacks }: Application, awaits: AwaitedChange): AwaitedChange {
  return {
    ...(awaits.access !== undefined && { access }),
    ...(awaits.callbacks !== undefined && { callbacks }),
  };
}

async function shownWith(call: ApplicationCall) {
  const { viewer, application, dependencies } = call;
  const methods = methodsFor({ requireSha256: true }, dependencies.config.signatureMethods);
  const previewed = await previewedApplication(call, application);
  return { viewer, application, acceptsSha256: methods.length > 0, previewed };
}

function saved(application: Application, waits = false): Reply {
  return seeOther(`${hrefOf(application)}${waits ? "?waits" : "/settings?saved"}`);
}

/** Typed texts stay; everything else is shown as it is now, to be looked at again. */
async function changedSince(call: ApplicationCall, draft: ApplicationDraft): Promise<Reply> {
  const { application } = call;
  const page = settingsPage({
    ...(await shownWith(call)),
    input: typedFrom(withWordsOf(draft, application)),
    seen: draftSeen(application),
    changedSince: true,
  });
  return pageReply(page, { status: 409 });
}
