import { applicationLimitNames } from "../../../../domain/limits.ts";
import type { ApplicationDone } from "../../../../pages/languages/english/admin.ts";
import { queryOf } from "../../../../verification/authentication/incoming.ts";
import {
  applicationIn,
  showApplication,
} from "../../../browser/admin-application/application-page.ts";
import {
  confirmScheme,
  endBearer,
  limitTo,
  move,
  restore,
  suspend,
} from "../../../browser/admin-application/changes.ts";
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
    "Shows an application; suspends or restores it, sets its limits, changes its owner, revokes its bearer token, or confirms a callback scheme",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(applicationIn, {
    fields: [
      { name: "reason", required: false, meaning: "For suspend: the reason shown to the owner." },
      {
        ...whatWasSeen,
        meaning: "For limits and restore: the state that the form was displayed with.",
      },
      { name: "scheme", required: false, meaning: "For confirm-scheme: the unconfirmed scheme." },
      { name: "screen_name", required: false, meaning: "For move: the new owner's screen name." },
      ...applicationLimitNames.map((name) => ({
        name,
        required: false,
        meaning: "For limits: requests per window; empty for the usual number.",
      })),
      {
        name: "api/NAME",
        required: false,
        meaning: "For limits: the same for the limit NAME of COUNTERSIGN_API_LIMITS.",
      },
    ],
    show(call) {
      const [asked = ""] = queryOf(call.incoming).keys();
      return showApplication(call, { done: doneIn(asked) });
    },
    changes: {
      suspend,
      restore,
      limits: limitTo,
      "confirm-scheme": confirmScheme,
      "end-bearer": endBearer,
      move,
    },
  }),
});

function doneIn(asked: string): ApplicationDone | undefined {
  return dones.find((one) => one === asked);
}

const dones: readonly ApplicationDone[] = [
  "suspended",
  "restored",
  "limits-changed",
  "scheme-confirmed",
  "bearer-ended",
  "moved",
];
