import { browser } from "../../authentication/browser-session.ts";
import type { ApplicationDraft } from "../../domain/application.ts";
import {
  changeEffects,
  changesAuthority,
  effectsAgreedTo,
} from "../../domain/application-change.ts";
import { Refusal } from "../../domain/refusals.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { applicationChanged } from "../../events.ts";
import {
  type ApplicationCall,
  applicationOfMine,
  forApplication,
  hrefOf,
} from "../../pages/application-page.ts";
import { type Form, notFound } from "../../pages/signed-in.ts";
import { draftFields, readDraft } from "../../pages/typed-draft.ts";
import { proveIfWeighty } from "../../pages/weights.ts";
import { settingsConfirmationPage, settingsPage } from "../../views/portal/application/settings.ts";

/** docs/reference/interface.md §15. */
export const settings = endpoint({
  name: "portal/applications/:id/settings",
  paths: ["/portal/applications/:id/settings"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Changes an application's settings, once what that does to tokens is agreed to",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    ...draftFields,
    {
      name: "confirmed",
      required: false,
      meaning: "What the page that told the effects of the change had here.",
    },
    {
      name: "current_password",
      required: false,
      meaning: "With confirmed: the person's password, where the sign-in is some time ago.",
    },
  ],
  produces: "page",
  operation: forApplication({
    async change(call, form) {
      return (await save(call, form)) ?? saveAgain(call, form);
    },
  }),
});

/** Undefined where the settings are others by now than those that the change was decided on. */
async function save(call: ApplicationCall, form: Form): Promise<Reply | undefined> {
  const { surroundings, person, application, occasion, now } = call;
  const { typed, read } = readDraft(form, application.callbacks);
  if (!read.ok) {
    const page = settingsPage({ person, application, typed, problems: read.problems });
    return pageReply(page, { status: 422 });
  }
  const effects = await effectsOf(call, read.draft);
  if (effects.length > 0 && form.get("confirmed") !== effectsAgreedTo(effects)) {
    return pageReply(settingsConfirmationPage({ person, application, typed, effects }));
  }
  const unproven = changesAuthority(application, read.draft)
    ? await proveIfWeighty(call, form, "portal/applications/:id/settings")
    : undefined;
  if (unproven !== undefined) {
    const asked = { person, application, typed, unproven };
    const page =
      effects.length > 0 ? settingsConfirmationPage({ ...asked, effects }) : settingsPage(asked);
    return pageReply(page, unproven);
  }
  const saved = await surroundings.ledger.changeApplication(
    { applicationId: application.id, from: application, draft: read.draft, now },
    applicationChanged(occasion, application.id),
  );
  return saved ? seeOther(`${hrefOf(application)}?saved`) : undefined;
}

/** Somebody saved something else in between: what this form would do to that may have to be agreed to, or proved. */
async function saveAgain(call: ApplicationCall, form: Form): Promise<Reply> {
  const application = await applicationOfMine(call);
  if (application === undefined) return notFound(call);
  const reply = await save({ ...call, application }, form);
  if (reply === undefined) throw new Refusal("overCapacity");
  return reply;
}

async function effectsOf(
  { surroundings, application, now }: ApplicationCall,
  draft: ApplicationDraft,
) {
  // Counted until tomorrow, so until now.
  const { before } = await surroundings.ledger.grantCounts(application.id, now + dayMs);
  return changeEffects(application, draft, before);
}

const dayMs = 86_400_000;
