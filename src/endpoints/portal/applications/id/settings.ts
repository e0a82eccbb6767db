import { effectsOfChange } from "../../../../actions/change-application.ts";
import { browser } from "../../../../authentication/browser-session.ts";
import type { ApplicationDraft } from "../../../../domain/application.ts";
import {
  changesAuthority,
  draftSeen,
  effectsAgreedTo,
  maxEffectsLength,
  withWordsLeft,
} from "../../../../domain/application-change.ts";
import { Refusal } from "../../../../domain/refusals.ts";
import { isOutdated, seenField } from "../../../../domain/seen.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import { applicationChanged } from "../../../../events/application.ts";
import {
  type ApplicationCall,
  applicationOfMine,
  forApplication,
  hrefOf,
  showTab,
} from "../../../../pages/application-page.ts";
import { notFound } from "../../../../pages/error-reply.ts";
import { confirmingCode, whatWasSeen } from "../../../../pages/form-fields.ts";
import { proveIfAsked } from "../../../../pages/recent-sign-in.ts";
import type { Form } from "../../../../pages/signed-in.ts";
import { draftFields, readDraft } from "../../../../pages/typed-draft.ts";
import {
  settingsConfirmationPage,
  settingsPage,
  settingsSection,
} from "../../../../views/portal/applications/id/settings.ts";
import { typedFrom } from "../../../../views/portal/draft-fields.ts";

/** docs/reference/interface.md §15. */
export const settings = endpoint({
  name: "portal/applications/:id/settings",
  paths: ["/portal/applications/:id/settings"],
  methods: ["GET", "POST"],
  section: "15",
  summary:
    "Shows and changes an application's settings, once what that does to tokens is agreed to",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    ...draftFields,
    whatWasSeen,
    {
      name: "confirmed",
      required: false,
      maxLength: maxEffectsLength,
      meaning: "What the page that told the effects of the change had here.",
    },
    {
      name: "current_password",
      required: false,
      secret: true,
      meaning: "With confirmed: the person's password, where the sign-in is some time ago.",
    },
    confirmingCode,
  ],
  produces: "page",
  ...forApplication({
    keepsTyped: true,

    show: (call) => showTab(call, "settings", settingsSection(call.person, call.application)),

    async change(call, form) {
      return (await save(call, form)) ?? saveAgain(call, form);
    },
  }),
});

/** Returns undefined if the settings have changed since the form was shown. */
async function save(call: ApplicationCall, form: Form): Promise<Reply | undefined> {
  const { dependencies, person, application, auditContext, now } = call;
  const { typed, read } = readDraft(form, application.callbacks);
  const asSent = { typed, seen: form.get(seenField) ?? draftSeen(application) };
  if (!read.ok) {
    const page = settingsPage({ person, application, ...asSent, problems: read.problems });
    return pageReply(page, { status: 422 });
  }
  const draft = withWordsLeft(form, read.draft, application);
  const saved = seeOther(`${hrefOf(application)}/settings?saved`);
  // Nothing changed, so no event is recorded.
  if (draftSeen(draft) === draftSeen(application)) return saved;
  const weighs = changesAuthority(application, draft);
  if (weighs && isOutdated(form, draftSeen(application))) return changedSince(call, draft);
  const effects = await effectsOfChange(dependencies.ledger, application, draft, now);
  if (effects.length > 0 && form.get("confirmed") !== effectsAgreedTo(effects)) {
    return pageReply(settingsConfirmationPage({ person, application, ...asSent, effects }));
  }
  const unproven = weighs
    ? await proveIfAsked(call, form, "portal/applications/:id/settings")
    : undefined;
  if (unproven !== undefined) {
    const asked = { person, application, ...asSent, unproven };
    const page =
      effects.length > 0 ? settingsConfirmationPage({ ...asked, effects }) : settingsPage(asked);
    return pageReply(page, unproven);
  }
  const isSaved = await dependencies.ledger.changeApplication(
    { applicationId: application.id, from: application, draft, now },
    applicationChanged(auditContext, application.id),
  );
  return isSaved ? saved : undefined;
}

/** Someone else saved a change in between, so the effects of this form may need consent or a proof again. */
async function saveAgain(call: ApplicationCall, form: Form): Promise<Reply> {
  const mine = await applicationOfMine(call);
  if (mine === undefined) return notFound(call);
  const reply = await save({ ...call, ...mine }, form);
  if (reply === undefined) throw new Refusal("overCapacity");
  return reply;
}

/** The words that were typed stay; everything else is shown as it is now, to be looked at again. */
function changedSince({ person, application }: ApplicationCall, draft: ApplicationDraft): Reply {
  const { access, requestEmail, signIn, callbacks } = application;
  const page = settingsPage({
    person,
    application,
    typed: typedFrom({ ...draft, access, requestEmail, signIn, callbacks }),
    seen: draftSeen(application),
    changedSince: true,
  });
  return pageReply(page, { status: 409 });
}
