import {
  type BulkWork,
  bulkActionPlace,
  bulkActionPlaceIn,
  bulkKinds,
} from "../../../domain/bulk-action.ts";
import { type ApplicationId, idFrom, type UserId } from "../../../domain/credentials.ts";
import { applicationFilters, tokenFilters } from "../../../domain/fields/list-filters.ts";
import { readReason } from "../../../domain/operating.ts";
import { bulkActionsPage, type TypedBulkAction } from "../../../pages/views/admin/bulk-actions.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import * as actions from "../../actions/bulk-actions.ts";
import { nextTurn } from "../../browser/audit-search.ts";
import { namedBulkAction } from "../../browser/bulk-action.ts";
import { EarlyReply, plainChange } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-pages.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { filterParameters, filtersIn, type Given } from "../../browser/search.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

const announced = [
  { name: "kind", required: false, meaning: "What to do.", values: bulkKinds },
  { name: "application", required: false, meaning: "The ID of whose tokens they are." },
  { name: "user", required: false, meaning: "The ID of whose tokens they are." },
  ...filterParameters({ ...applicationFilters, ...tokenFilters }),
];

/** docs/reference/interface.md §16. */
export const bulkActions = endpoint({
  name: "admin/bulk-actions",
  paths: ["/admin/bulk-actions"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Lists the bulk actions of the last 30 days; announces one, with counts",
  limit: "account-pages",
  reads: [
    ...announced,
    { name: "after", required: false, meaning: "The last bulk action on the previous page." },
  ],
  ...forAdmins({
    fields: [
      ...announced,
      {
        name: "reason",
        required: false,
        meaning: "For suspend-applications: the reason shown to the owners.",
      },
    ],
    async show(call) {
      return shown(call, (await typedIn(call, queryOf(call.incoming)))?.input);
    },
    changes: {
      announce: plainChange(actions.announceBulkAction, {
        async read(call: ViewerCall, form) {
          const typed = await typedIn(call, form);
          if (typed === undefined) return new EarlyReply(notUnderstood(call));
          const { input, work, problem } = typed;
          return work === undefined || problem
            ? new EarlyReply(shown(call, { ...input, ...problem }, 422))
            : { work, input };
        },
        input: (_call, { work }) => ({ work, pause: nextTurn }),
        done: (_call, { id }) => seeOther(`/admin/bulk-actions/${id}`),
        rejected: (call, why, { input }) =>
          why === "too-many" ? shown(call, { ...input, problem: "too-many" }, 409) : undefined,
      }),
    },
  }),
});

type Typed = {
  readonly input: TypedBulkAction;
  /** Undefined if a filter or the reason is wrong. */
  readonly work: BulkWork | undefined;
  readonly problem?: Pick<TypedBulkAction, "problem" | "reasonProblem">;
};

/** Undefined if nothing is named that can be announced. */
async function typedIn(
  { dependencies: { ledger } }: ViewerCall,
  given: Given,
): Promise<Typed | undefined> {
  const kind = bulkKinds.find((one) => one === given.get("kind"));
  if (kind === undefined) return undefined;
  const reason = given.get("reason") ?? "";
  if (kind !== "revoke-access-tokens") {
    const { filters, ...read } = await filtersIn(given, applicationFilters, ledger);
    const input = { kind, asked: { text: "", ...read }, reason };
    if (isWrong(read)) return { input, work: undefined };
    const because = readReason(reason);
    const isSuspended = kind === "suspend-applications";
    const reasonProblem = isSuspended && !because.ok ? because.problem : undefined;
    if (Object.keys(filters).length === 0) {
      return { input, work: undefined, problem: { problem: "no-filter", reasonProblem } };
    }
    if (!isSuspended) return { input, work: { kind, filters } };
    return because.ok
      ? { input, work: { kind, filters, because: because.reason } }
      : { input, work: undefined, problem: { reasonProblem } };
  }
  const [applicationId, userId] = [idIn<ApplicationId>("application"), idIn<UserId>("user")];
  const application = applicationId && (await ledger.applicationById(applicationId));
  const user = userId && (await ledger.userById(userId));
  // Without what was named, the filters would mean other tokens.
  const isGone = (given.get("application") && !application) || (given.get("user") && !user);
  if (isGone || (application === undefined && user === undefined)) return undefined;
  const { filters, ...read } = await filtersIn(given, tokenFilters, ledger);
  const input = { kind, application, user, asked: { text: "", ...read }, reason };
  const work = { kind, applicationId: application?.id, userId: user?.id, filters };
  return { input, work: isWrong(read) ? undefined : work };

  function idIn<Id extends string>(name: string): Id | undefined {
    return idFrom(given.get(name) ?? null) as Id | undefined;
  }
}

function isWrong({ problems }: { readonly problems: object }): boolean {
  return Object.keys(problems).length > 0;
}

async function shown(
  { viewer, incoming, dependencies: { ledger } }: ViewerCall,
  input: TypedBulkAction | undefined,
  status = 200,
): Promise<Reply> {
  const after = bulkActionPlaceIn(queryOf(incoming).get("after") ?? undefined);
  const rows = await ledger.bulkActions({ after, size: pageSize + 1 });
  const { slice, nextHref } = pageOf(rows, "/admin/bulk-actions", bulkActionPlace);
  const named = await Promise.all(slice.map((one) => namedBulkAction(ledger, one)));
  const page = { viewer, actions: named, nextHref, ...(input && { input }) };
  return pageReply(bulkActionsPage(page), { status });
}
