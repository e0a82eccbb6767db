import { browser } from "../../authentication/browser-session.ts";
import type { ApplicationDraft } from "../../domain/application.ts";
import {
  changeEffects,
  changesAuthority,
  effectsAgreedTo,
} from "../../domain/application-change.ts";
import { applicationChanged } from "../../events.ts";
import { settingsConfirmationPage, settingsPage } from "../../views/portal/application/settings.ts";
import { endpoint, pageReply, seeOther } from "../endpoint.ts";
import { proveRecent } from "../signed-in.ts";
import { type ApplicationCall, forApplication, hrefOf } from "./application-page.ts";
import { draftFields, readDraft } from "./typed-draft.ts";

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
  answers: "page",
  operation: forApplication({
    async change(call, form) {
      const { surroundings, person, application, occasion, now } = call;
      const { typed, read } = readDraft(form);
      if (!read.ok) {
        const page = settingsPage({ person, application, typed, problems: read.problems });
        return pageReply(page, { status: 422 });
      }
      const effects = await effectsOf(call, read.draft);
      if (effects.length > 0 && form.get("confirmed") !== effectsAgreedTo(effects)) {
        return pageReply(settingsConfirmationPage({ person, application, typed, effects }));
      }
      const unproven = changesAuthority(application, read.draft)
        ? await proveRecent(call, form)
        : undefined;
      if (unproven !== undefined) {
        const asked = { person, application, typed, unproven };
        const page =
          effects.length > 0
            ? settingsConfirmationPage({ ...asked, effects })
            : settingsPage(asked);
        return pageReply(page, unproven);
      }
      await surroundings.ledger.changeApplication(
        { applicationId: application.id, draft: read.draft, now },
        applicationChanged(occasion, application.id),
      );
      return seeOther(`${hrefOf(application)}?saved`);
    },
  }),
});

async function effectsOf(
  { surroundings, application, now }: ApplicationCall,
  draft: ApplicationDraft,
) {
  // Counted until tomorrow, so until now.
  const { before } = await surroundings.ledger.grantCounts(application.id, now + dayMs);
  return changeEffects(application, draft, before);
}

const dayMs = 86_400_000;
