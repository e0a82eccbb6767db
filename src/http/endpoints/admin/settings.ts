import { isSignUpWay, signUpWays } from "../../../domain/operating.ts";
import {
  graceChoices,
  isRequiredFor,
  type SecondFactorRule,
  secondFactorRequirements,
  writtenRule,
} from "../../../domain/second-factor.ts";
import { isOutdated, seenField, seenMark } from "../../../domain/seen.ts";
import { settingsPage } from "../../../pages/views/admin/settings.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import {
  changeServiceSettings,
  ruleAfter,
  serviceSettingsIn,
} from "../../actions/service-settings.ts";
import { EarlyReply } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-pages.ts";
import { whatWasSeen } from "../../browser/form-fields.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import { sendTestEmail } from "../../browser/test-email.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const serviceSettings = endpoint({
  name: "admin/settings",
  paths: ["/admin/settings"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Sets who can sign up and who needs a second factor, sends a test email, and shows the configuration without its secrets",
  limit: "account-pages",
  reads: [],
  ...forAdmins({
    fields: [
      {
        name: "sign_up",
        required: false,
        meaning: "Who can create an account; `save` needs it.",
        values: signUpWays,
      },
      {
        name: "second_factor",
        required: false,
        meaning: "Who needs a second factor; left out, it stays as it is.",
        values: secondFactorRequirements,
      },
      {
        name: "grace_days",
        required: false,
        meaning: "The grace period in days.",
        values: graceChoices.map(String),
      },
      whatWasSeen,
    ],
    async show(call) {
      const { shown } = await currentSettings(call);
      return pageReply(settingsPage({ ...shown, saved: queryOf(call.incoming).has("saved") }));
    },
    changes: {
      "test-email": {
        sensitive: false,
        async run(call) {
          const { shown } = await currentSettings(call);
          return pageReply(settingsPage({ ...shown, testEmail: await sendTestEmail(call) }));
        },
      },
      save: {
        sensitive: true,
        read,
        ask: (_call, reauthentication, { shown, wanted, seen }) =>
          pageReply(settingsPage({ ...shown, ...wanted, seen, reauthentication })),
        async run({ dependencies, auditContext, ...call }, { present, wanted }) {
          const isSaved = await changeServiceSettings(dependencies, present, wanted, auditContext);
          return isSaved
            ? seeOther("/admin/settings?saved")
            : changedSince(await currentSettings({ ...call, dependencies }));
        },
      },
    },
  }),
});

async function read(call: ViewerCall, form: Form) {
  const current = await currentSettings(call);
  const { present, shown } = current;
  const signUp = form.get("sign_up");
  const rule = ruleIn(form, shown.rule, call.now);
  if (!isSignUpWay(signUp) || rule === "unknown") return new EarlyReply(notUnderstood(call));
  const changes = signUp !== present.set.signUp || rule !== shown.rule;
  if (changes && isOutdated(form, shown.seen)) return new EarlyReply(changedSince(current));
  return { ...current, wanted: { signUp, rule }, seen: form.get(seenField) ?? shown.seen };
}

async function currentSettings({ dependencies, viewer }: ViewerCall) {
  const present = await serviceSettingsIn(dependencies);
  const { signUp, rule } = present;
  const mark = seenMark([signUp, writtenRule(rule)], []);
  const { display: configuration, mailServer: server } = dependencies.config;
  const mailServer = server && `${server.host}:${server.port}`;
  return { present, shown: { viewer, signUp, rule, seen: mark, configuration, mailServer } };
}

type CurrentSettings = Awaited<ReturnType<typeof currentSettings>>;

function changedSince({ shown }: CurrentSettings): Reply {
  return pageReply(settingsPage({ ...shown, changedSince: true }), { status: 409 });
}

function ruleIn(form: Form, present: SecondFactorRule, now: number): SecondFactorRule | "unknown" {
  const requiredFor = form.get("second_factor") ?? present.requiredFor;
  const days = form.get("grace_days") ?? String(present.graceDays);
  const graceDays = graceChoices.find((one) => String(one) === days);
  if (!isRequiredFor(requiredFor) || graceDays === undefined) return "unknown";
  return ruleAfter(present, { requiredFor, graceDays }, now);
}
