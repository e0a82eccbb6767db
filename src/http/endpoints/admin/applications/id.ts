import { accessLevels } from "../../../../domain/access.ts";
import { applicationLimitNames } from "../../../../domain/limits.ts";
import {
  applicationIn,
  showApplication,
} from "../../../browser/admin-application/application-page.ts";
import { applicationChanges } from "../../../browser/admin-application/changes.ts";
import { doneIn } from "../../../browser/change.ts";
import { whatWasSeen } from "../../../browser/form-fields.ts";
import { forAdminsOf } from "../../../browser/signed-in.ts";
import { endpoint } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const oneApplication = endpoint({
  name: "admin/applications/:id",
  paths: ["/admin/applications/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows an application and what uses it; ends its consumer secret or its users' access, tells its owner, suspends or restores it, approves or declines it, sets its plan and its limits, transfers it, revokes its bearer token, or confirms a callback scheme",
  limit: "account-pages",
  reads: [
    { name: "open", required: false, meaning: "The part that is unfolded: tell or owner." },
    {
      name: "since",
      required: false,
      meaning: "The tokens are counted that were used since then (UTC) from new addresses.",
    },
  ],
  ...forAdminsOf(applicationIn, {
    fields: [
      { name: "reason", required: false, meaning: "For suspend: the reason shown to the owner." },
      {
        ...whatWasSeen,
        meaning:
          "For set-limits, set-plan, restore, approve, ask, and decline: the state that the form was displayed with.",
      },
      {
        name: "replaces",
        required: false,
        meaning: "For revoke-secret: when the secret was set that the page showed.",
      },
      {
        name: "since",
        required: false,
        meaning:
          "For revoke-access: only tokens used since then (UTC) from new addresses; without it, all.",
      },
      { name: "message", required: false, meaning: "For notify-owner: the text." },
      {
        name: "text",
        required: false,
        meaning: "For ask: the question to the owner. For decline: the reason shown to the owner.",
      },
      {
        name: "access",
        required: false,
        meaning: "For approve: the access that the application may request.",
        values: accessLevels,
      },
      { name: "scheme", required: false, meaning: "For confirm-scheme: the unconfirmed scheme." },
      {
        name: "plan",
        required: false,
        meaning:
          "For set-plan: the name of the plan; empty for the default one. For approve: the plan that it gets, if any.",
      },
      {
        name: "screen_name",
        required: false,
        meaning: "For transfer: the new owner's screen name.",
      },
      ...applicationLimitNames.map((name) => ({
        name,
        required: false,
        meaning: "For set-limits: requests per window; empty for the usual number.",
      })),
      {
        name: "api/NAME",
        required: false,
        meaning: "For set-limits: the same for the limit NAME of COUNTERSIGN_API_LIMITS.",
      },
    ],
    show: (call) =>
      showApplication(call, { done: doneIn(call, call.viewer.frame.texts.admin.application.done) }),
    changes: applicationChanges,
  }),
});
