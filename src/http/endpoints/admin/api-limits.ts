import {
  type ApiLimitPer,
  apiLimitFrom,
  apiLimitPers,
  perText,
  type RecordedApiLimit,
  shortName,
} from "../../../domain/api-limits.ts";
import { windowsText } from "../../../domain/limit-windows.ts";
import { isPlanName } from "../../../domain/limits.ts";
import { seenField } from "../../../domain/seen.ts";
import { typedText } from "../../../domain/typed-text.ts";
import {
  type ApiLimitsPage,
  apiLimitsPage,
  newApiLimit,
  type TypedApiLimit,
} from "../../../pages/views/admin/api-limits.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import * as actions from "../../actions/api-limits.ts";
import { doneIn, EarlyReply, sensitiveChange } from "../../browser/change.ts";
import { whatWasSeen } from "../../browser/form-fields.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const apiLimits = endpoint({
  name: "admin/api-limits",
  paths: ["/admin/api-limits"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Shows the limits of APIs; creates, changes, and deletes one",
  limit: "account-pages",
  reads: [{ name: "limit", required: false, meaning: "The limit to change, by its name." }],
  ...forAdmins({
    fields: [
      { name: "name", required: false, meaning: "Which limit, or the name of a new one." },
      { name: "per", required: false, meaning: "What it counts by: application or user." },
      { name: "windows", required: false, meaning: "Up to four, such as 10/1s 10000/month." },
      whatWasSeen,
    ],
    async show(call) {
      const present = await limitNamed(call, queryOf(call.incoming).get("limit") ?? "");
      const done = doneIn(call, call.viewer.frame.texts.admin.apiLimits.done);
      return shown(call, { input: typedOf(present), ...(done && { done }) });
    },
    changes: {
      create: sensitiveChange(actions.createApiLimit, {
        read: (call: ViewerCall, form) => read(call, form, undefined),
        ask: (call, reauthentication, { input }) => shown(call, { input, reauthentication }),
        input: (_call, { limit }) => ({ limit }),
        done: () => seeOther("/admin/api-limits?created"),
        rejected: (call, problem, { input }) => shown(call, { input: { ...input, problem } }, 409),
      }),
      change: sensitiveChange(actions.changeApiLimit, {
        async read(call: ViewerCall, form) {
          const before = await seenLimit(call, form);
          return before instanceof EarlyReply ? before : read(call, form, before);
        },
        ask: (call, reauthentication, { input }) => shown(call, { input, reauthentication }),
        input: (_call, { limit, seen }) => ({ limit, seen }),
        done: () => seeOther("/admin/api-limits?changed"),
        rejected: (call, _problem, { input }) => changedSince(call, input.name),
      }),
      delete: sensitiveChange(actions.deleteApiLimit, {
        async read(call: ViewerCall, form) {
          const before = await seenLimit(call, form);
          return before instanceof EarlyReply ? before : { before, input: typedOf(before) };
        },
        ask: (call, reauthentication, { input }) => shown(call, { input, reauthentication }),
        input: (_call, { before: { name, version: seen } }) => ({ name, seen }),
        done: () => seeOther("/admin/api-limits?deleted"),
        rejected: (call, problem, { input }) =>
          problem === "in-use"
            ? shown(call, { input: { ...input, problem } }, 409)
            : changedSince(call, input.name),
      }),
    },
  }),
});

async function limitNamed(call: ViewerCall, name: string): Promise<RecordedApiLimit | undefined> {
  const recorded = await call.dependencies.ledger.apiLimits();
  return recorded.find((one) => shortName(one) === name);
}

/** The limit that a form is about, as the administrator saw it. */
async function seenLimit(call: ViewerCall, form: Form): Promise<RecordedApiLimit | EarlyReply> {
  const name = form.get("name") ?? "";
  const present = await limitNamed(call, name);
  if (present !== undefined && String(present.version) === form.get(seenField)) return present;
  return new EarlyReply(changedSince(call, name));
}

function read(call: ViewerCall, form: Form, before: RecordedApiLimit | undefined) {
  const usual = typedOf(before);
  const per = form.get("per");
  const input: TypedApiLimit = {
    ...usual,
    name: before === undefined ? typedText(form.get("name")) : usual.name,
    per: isPer(per) ? per : usual.per,
    windows: typedText(form.get("windows")),
  };
  const limit = apiLimitFrom(input.name, input.per, input.windows);
  const problem = isPlanName(input.name) ? "windows" : "name";
  if (limit === undefined || problem === "name") {
    return new EarlyReply(
      shown(call, { input: { ...input, problem, wrongWindows: limit === undefined } }, 422),
    );
  }
  return { input, limit, seen: before?.version ?? 0 };
}

function isPer(text: string | null | undefined): text is ApiLimitPer {
  return apiLimitPers.some((one) => one === text);
}

function typedOf(limit: RecordedApiLimit | undefined): TypedApiLimit {
  if (limit === undefined) return newApiLimit;
  const { windows, version } = limit;
  return {
    ...{ name: shortName(limit), per: perText(limit), windows: windowsText(windows) },
    seen: String(version),
  };
}

/** It is shown as it is now. */
async function changedSince(call: ViewerCall, name: string): Promise<Reply> {
  const input = typedOf(await limitNamed(call, name));
  return shown(call, { input: { ...input, problem: "changed-since" } }, 409);
}

async function shown(
  call: ViewerCall,
  more: Omit<ApiLimitsPage, "viewer" | "configured" | "recorded">,
  status = 200,
): Promise<Reply> {
  const { ledger, config } = call.dependencies;
  const recorded = await ledger.apiLimits();
  const page = {
    viewer: call.viewer,
    configured: [...config.apiLimits.values()],
    recorded: recorded.filter((one) => !config.apiLimits.has(shortName(one))),
  };
  return pageReply(apiLimitsPage({ ...page, ...more }), { status });
}
