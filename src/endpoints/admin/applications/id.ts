import { browser } from "../../../authentication/browser-session.ts";
import { queryOf } from "../../../authentication/incoming.ts";
import { applicationLimitNames } from "../../../domain/limits.ts";
import { endpoint } from "../../../endpoint.ts";
import type { ApplicationDone } from "../../../languages/english/admin.ts";
import {
  type ApplicationChange,
  applicationIn,
  showApplication,
} from "../../../pages/admin-application/application-page.ts";
import { endBearer } from "../../../pages/admin-application/bearer-token.ts";
import { confirmScheme } from "../../../pages/admin-application/callback-scheme.ts";
import { limitTo } from "../../../pages/admin-application/limits.ts";
import { move } from "../../../pages/admin-application/owner.ts";
import { restore, suspend } from "../../../pages/admin-application/suspension.ts";
import { notFound, notUnderstood } from "../../../pages/error-reply.ts";
import {
  confirmingCode,
  confirmingPassword,
  csrf,
  whatWasSeen,
} from "../../../pages/form-fields.ts";
import type { proofsAsked } from "../../../pages/recent-sign-in.ts";
import { forOperators } from "../../../pages/signed-in.ts";

const changes: ReadonlyMap<string, ApplicationChange> = new Map(
  Object.entries({
    suspend,
    restore,
    limits: limitTo,
    "confirm-scheme": confirmScheme,
    "end-bearer": endBearer,
    move,
  } satisfies Record<keyof (typeof proofsAsked)["admin/applications/:id"], ApplicationChange>),
);

/** docs/reference/interface.md §16. One application: its facts, suspension and limits. */
export const oneApplication = endpoint({
  name: "admin/applications/:id",
  paths: ["/admin/applications/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows an application; suspends or restores it, gives it limits of its own or another owner, ends its bearer token, or confirms a callback scheme",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    {
      name: "change",
      required: true,
      meaning: "What is done.",
      values: [...changes.keys()],
    },
    { name: "reason", required: false, meaning: "For suspend: what the owner reads." },
    confirmingPassword,
    confirmingCode,
    { ...whatWasSeen, meaning: "For limits and restore: what the form was shown with." },
    { name: "scheme", required: false, meaning: "For confirm-scheme: one that waits." },
    { name: "screen_name", required: false, meaning: "For move: the new owner's." },
    ...applicationLimitNames.map((name) => ({
      name,
      required: false,
      meaning: "For limits: how many requests in a window; empty for as many as usual.",
    })),
    {
      name: "api/NAME",
      required: false,
      meaning: "For limits: the same for the limit NAME of COUNTERSIGN_API_LIMITS.",
    },
  ],
  produces: "page",
  ...forOperators({
    async show(call) {
      const about = await applicationIn(call);
      if (about === undefined) return notFound(call);
      const [asked = ""] = queryOf(call.incoming).keys();
      return showApplication(about, { done: doneIn(asked) });
    },

    async change(call, form) {
      const about = await applicationIn(call);
      if (about === undefined) return notFound(call);
      const change = changes.get(form.get("change") ?? "");
      return change === undefined ? notUnderstood(call) : change(about, form);
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
