import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { isSignUpWay, signUpWays } from "../../domain/sign-up.ts";
import { endpoint, pageReply, seeOther } from "../../endpoint.ts";
import { settingChanged } from "../../events.ts";
import { confirmingPassword, csrf } from "../../pages/form-fields.ts";
import { forOperators, notUnderstood } from "../../pages/signed-in.ts";
import { signUpWay } from "../../pages/ways-in.ts";
import { proveIfWeighty } from "../../pages/weights.ts";
import { settingsPage } from "../../views/admin/settings.ts";

/** docs/reference/interface.md §16. What can be set at run time, and what the configuration says. */
export const serviceSettings = endpoint({
  name: "admin/settings",
  paths: ["/admin/settings"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Opens or closes sign-up, and shows the configuration without its secrets",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "sign_up", required: true, meaning: "Who may make an account.", values: signUpWays },
    confirmingPassword,
  ],
  produces: "page",
  operation: forOperators({
    async show({ incoming, dependencies, person }) {
      const signUp = await signUpWay(dependencies);
      const saved = queryOf(incoming).has("saved");
      const configuration = dependencies.config.shown;
      return pageReply(settingsPage({ person, signUp, saved, configuration }));
    },

    async change(call, form) {
      const wanted = form.get("sign_up");
      if (!isSignUpWay(wanted)) return notUnderstood(call);
      const unproven = await proveIfWeighty(call, form, "admin/settings");
      if (unproven !== undefined) {
        const configuration = call.dependencies.config.shown;
        const asked = { person: call.person, signUp: wanted, configuration, unproven };
        return pageReply(settingsPage(asked), unproven);
      }
      const event = settingChanged(call.auditContext, "sign-up", wanted);
      await call.dependencies.ledger.changeSetting("sign-up", wanted, event);
      return seeOther("/admin/settings?saved");
    },
  }),
});
