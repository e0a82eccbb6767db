import { isOutdated, seenMark } from "../../../domain/seen.ts";
import { isUnusedDays } from "../../../domain/unused-access.ts";
import {
  type UnusedAccessPage,
  unusedAccessPage,
} from "../../../pages/views/admin/unused-access.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import {
  changeServiceSettings,
  countUnusedAccess,
  type ServiceSettings,
  serviceSettingsIn,
} from "../../actions/service-settings.ts";
import { nextTurn } from "../../browser/audit-search.ts";
import { type Changing, doneIn, EarlyReply } from "../../browser/change.ts";
import { whatWasSeen } from "../../browser/form-fields.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const unusedAccess = endpoint({
  name: "admin/unused-access",
  paths: ["/admin/unused-access"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Turns on, changes, and turns off that access ends if it isn't used; counts what would end",
  limit: "account-pages",
  reads: [
    { name: "days", required: false, meaning: "After how many days; counts what would end." },
  ],
  ...forAdmins({
    fields: [
      { name: "days", required: false, meaning: "After how many days without use." },
      whatWasSeen,
    ],
    async show(call) {
      const done = doneIn(call, call.viewer.frame.texts.admin.unusedAccess.done);
      return shown(call, queryOf(call.incoming).get("days") ?? undefined, {
        ...(done && { done }),
      });
    },
    changes: {
      "turn-on": {
        sensitive: true,
        async read(call: ViewerCall, form: Form): Promise<Draft | EarlyReply> {
          const days = daysIn(form.get("days") ?? "");
          if (days === undefined) return new EarlyReply(shown(call, form.get("days") ?? "", {}));
          return seenSettings(call, form, days);
        },
        ask: (call, reauthentication, { days }) => shown(call, String(days), { reauthentication }),
        run: (call, draft) => changed(call, draft, "on"),
      },
      "turn-off": {
        sensitive: true,
        read: (call: ViewerCall, form: Form) => seenSettings(call, form, undefined),
        ask: (call, reauthentication) => shown(call, undefined, { reauthentication }),
        run: (call, draft) => changed(call, draft, "off"),
      },
    },
  }),
});

interface Draft {
  readonly present: ServiceSettings;
  readonly days: number | undefined;
}

async function seenSettings(
  call: ViewerCall,
  form: Form,
  days: number | undefined,
): Promise<Draft | EarlyReply> {
  const present = await serviceSettingsIn(call.dependencies);
  const isKnown = !present.unused.isConfigured && !isOutdated(form, markOf(present));
  return isKnown ? { present, days } : new EarlyReply(changedSince(call));
}

async function changed(
  call: Changing<ViewerCall>,
  { present, days }: Draft,
  done: "on" | "off",
): Promise<Reply> {
  const wanted = { unused: { days } };
  const { dependencies, auditContext } = call;
  const isSaved = await changeServiceSettings(dependencies, present, wanted, auditContext);
  return isSaved ? seeOther(`/admin/unused-access?${done}`) : changedSince(call);
}

function changedSince(call: ViewerCall): Promise<Reply> {
  return shown(call, undefined, { changedSince: true }, 409);
}

function daysIn(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return isUnusedDays(days) ? days : undefined;
}

function markOf({ set }: ServiceSettings): string {
  return seenMark([set.unusedAccess], []);
}

/** `typed` is undefined if no one has asked how much would end. */
async function shown(
  call: ViewerCall,
  typed: string | undefined,
  more: Pick<UnusedAccessPage, "done" | "changedSince" | "reauthentication">,
  status?: number,
): Promise<Reply> {
  const { viewer, dependencies, now } = call;
  const present = await serviceSettingsIn(dependencies);
  const days = typed === undefined || present.unused.isConfigured ? undefined : daysIn(typed);
  const isWrong = typed !== undefined && days === undefined && !present.unused.isConfigured;
  const page: UnusedAccessPage = {
    ...{ viewer, ...present.unused, seen: markOf(present), isWrong, ...more },
    typed: typed ?? String(present.unused.days ?? ""),
    ...(days !== undefined && {
      counted: { days, ...(await countUnusedAccess(dependencies, { days, now }, nextTurn)) },
    }),
  };
  return pageReply(unusedAccessPage(page), { status: status ?? (isWrong ? 422 : 200) });
}
