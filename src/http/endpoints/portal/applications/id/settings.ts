import type { Application, ApplicationDraft } from "../../../../../domain/application.ts";
import {
  changesAuthority,
  draftSeen,
  effectsAgreedTo,
  maxEffectsLength,
  withWordsLeft,
} from "../../../../../domain/application-change.ts";
import { isOutdated, seenField } from "../../../../../domain/seen.ts";
import {
  settingsConfirmationPage,
  settingsPage,
  settingsSection,
} from "../../../../../pages/views/portal/applications/id/settings.ts";
import { typedFrom } from "../../../../../pages/views/portal/draft-fields.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../../verification/endpoint.ts";
import { effectsOfChange } from "../../../../actions/change-application.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  showTab,
} from "../../../../browser/application-page.ts";
import { EarlyReply } from "../../../../browser/change.ts";
import { whatWasSeen } from "../../../../browser/form-fields.ts";
import { draftFields, readDraft } from "../../../../browser/typed-draft.ts";
import type { Form } from "../../../../browser/viewer-call.ts";

/** docs/reference/interface.md §15. */
export const settings = endpoint({
  name: "portal/applications/:id/settings",
  paths: ["/portal/applications/:id/settings"],
  methods: ["GET", "POST"],
  section: "15",
  summary:
    "Shows and changes an application's settings, once what that does to tokens is agreed to",
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
        meaning: "What the page that told the effects of the change had here.",
      },
    ],
    keepsTyped: true,
    show: (call) => showTab(call, "settings", settingsSection(call.viewer, call.application)),
    changes: {
      "": {
        sensitive: true,
        // Texts alone decide nothing, and the consent page says that they changed.
        onlyIf: ({ draft, from }) => changesAuthority(from, draft),
        read,
        ask({ viewer, application }, reauthentication, { asSent, effects }) {
          const asked = { viewer, application, ...asSent, reauthentication };
          const confirms = effects.length > 0;
          return pageReply(
            confirms ? settingsConfirmationPage({ ...asked, effects }) : settingsPage(asked),
          );
        },
        async run({ dependencies, application, auditContext, now }, { draft, from }) {
          // Someone else may save a change in between, whose effects may need consent or a proof again.
          const isSaved = await dependencies.ledger.changeApplication(
            { applicationId: application.id, from, draft, now },
            auditContext,
          );
          return isSaved ? saved(application) : undefined;
        },
      },
    },
  }),
});

async function read(call: ApplicationCall, form: Form) {
  const { dependencies, viewer, application, now } = call;
  const { typed, read } = readDraft(form, application.callbacks);
  const asSent = { typed, seen: form.get(seenField) ?? draftSeen(application) };
  if (!read.ok) {
    const page = settingsPage({ viewer, application, ...asSent, problems: read.problems });
    return new EarlyReply(pageReply(page, { status: 422 }));
  }
  const draft = withWordsLeft(form, read.draft, application);
  // Nothing changed, so no event is recorded.
  if (draftSeen(draft) === draftSeen(application)) return new EarlyReply(saved(application));
  if (changesAuthority(application, draft) && isOutdated(form, draftSeen(application))) {
    return new EarlyReply(changedSince(call, draft));
  }
  const effects = await effectsOfChange(dependencies.ledger, application, draft, now);
  if (effects.length > 0 && form.get("confirmed") !== effectsAgreedTo(effects)) {
    const page = settingsConfirmationPage({ viewer, application, ...asSent, effects });
    return new EarlyReply(pageReply(page));
  }
  return { draft, from: application, asSent, effects };
}

function saved(application: Application): Reply {
  return seeOther(`${hrefOf(application)}/settings?saved`);
}

/** Typed texts stay; everything else is shown as it is now, to be looked at again. */
function changedSince({ viewer, application }: ApplicationCall, draft: ApplicationDraft): Reply {
  const { access, requestEmail, signIn, callbacks } = application;
  const page = settingsPage({
    viewer,
    application,
    typed: typedFrom({ ...draft, access, requestEmail, signIn, callbacks }),
    seen: draftSeen(application),
    changedSince: true,
  });
  return pageReply(page, { status: 409 });
}
