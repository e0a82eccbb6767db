import {
  type BulkActionPage,
  bulkActionPage,
} from "../../../../pages/views/admin/bulk-actions/id.ts";
import * as actions from "../../../actions/bulk-actions.ts";
import {
  type BulkActionCall,
  bulkActionIn,
  namedBulkAction,
} from "../../../browser/bulk-action.ts";
import { asSent, doneIn, plainChange, sensitiveChange } from "../../../browser/change.ts";
import { notFound } from "../../../browser/error-pages.ts";
import { forAdminsOf } from "../../../browser/signed-in.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const oneBulkAction = endpoint({
  name: "admin/bulk-actions/:id",
  paths: ["/admin/bulk-actions/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Shows a bulk action and its progress; begins or stops it",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(bulkActionIn, {
    show: (call) => shown(call, { done: doneIn(call, call.viewer.frame.texts.admin.bulk.done) }),
    changes: {
      begin: sensitiveChange(actions.beginBulkAction, {
        read: (_call: BulkActionCall, form) => form,
        ask: (call, reauthentication) => shown(call, { reauthentication }),
        input: ({ action: { id } }) => ({ id }),
        done: ({ action: { id } }) => seeOther(`/admin/bulk-actions/${id}?begun`),
        rejected: (call, why) => shown(call, { problem: problems[why] }, 409),
      }),
      stop: plainChange(actions.stopBulkAction, {
        read: (call: BulkActionCall, form) => asSent(call, form),
        input: ({ action: { id } }) => ({ id }),
        done: ({ action: { id } }) => seeOther(`/admin/bulk-actions/${id}?stopped`),
        rejected: (call, problem) => shown(call, { problem }, 409),
      }),
    },
  }),
});

const problems = {
  "begun-before": "begun-before",
  "too-many": "too-many-running",
  gone: "too-old",
} as const;

/** As it is now: a change that was rejected may have met another state than the page had. */
async function shown(
  call: BulkActionCall,
  more: Partial<BulkActionPage>,
  status = 200,
): Promise<Reply> {
  const { viewer, dependencies } = call;
  const { ledger } = dependencies;
  const action = await ledger.bulkAction(call.action.id);
  if (action === undefined) return notFound(call);
  const { work } = action;
  const ofTokens = work.kind === "revoke-access-tokens" ? work : undefined;
  const { applicationId, userId } = ofTokens ?? {};
  const page = bulkActionPage({
    viewer,
    action: await namedBulkAction(ledger, action),
    application: applicationId && (await ledger.applicationById(applicationId)),
    user: userId && (await ledger.userById(userId)),
    ...more,
  });
  return pageReply(page, { status });
}
