import { type WebhooksPage, webhooksPage } from "../../../pages/views/admin/webhooks.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import * as actions from "../../actions/deliveries.ts";
import { doneIn, EarlyReply, plainChange } from "../../browser/change.ts";
import { notFound, notUnderstood } from "../../browser/error-pages.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const webhooks = endpoint({
  name: "admin/webhooks",
  paths: ["/admin/webhooks"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Lists the events that wait for each webhook and why it fails; retries them now",
  limit: "account-pages",
  reads: [
    { name: "receiver", required: false, meaning: "The only one to list, by its name." },
    { name: "after", required: false, meaning: "The last event on the previous page." },
  ],
  ...forAdmins({
    fields: [{ name: "receiver", required: true, meaning: "The name of the one to retry." }],
    async show(call) {
      const done = doneIn(call, call.viewer.frame.texts.admin.webhooks.done);
      return shown(call, done && { done });
    },
    changes: {
      retry: plainChange(actions.retryDeliveries, {
        read(call: ViewerCall, form) {
          const receiver = form.get("receiver");
          return receiver === undefined ? new EarlyReply(notUnderstood(call)) : { receiver };
        },
        input: (_call, draft) => draft,
        done: () => seeOther("/admin/webhooks?retried"),
        rejected: (call, why) =>
          why === "all-due" ? shown(call, { allDue: true }, 409) : undefined,
      }),
    },
  }),
});

/** Of several, the first events of each. */
const fewRows = 10;

async function shown(
  call: ViewerCall,
  more: Pick<WebhooksPage, "done" | "allDue"> = {},
  status = 200,
): Promise<Reply> {
  const { viewer, incoming, dependencies, now } = call;
  const query = queryOf(incoming);
  const name = query.get("receiver");
  const all = await actions.namedReceivers(dependencies);
  const receivers = name === null ? all : all.filter((one) => one.name === name);
  if (name !== null && receivers.length === 0) return notFound(call);
  const listed = receivers.map(async (receiver) => {
    const href = `/admin/webhooks?receiver=${encodeURIComponent(receiver.name)}`;
    if (name === null) {
      const page = { after: undefined, size: fewRows + 1 };
      const rows = await dependencies.ledger.waitingDeliveries(receiver.id, page);
      const allHref = rows.length > fewRows ? href : undefined;
      return { receiver, deliveries: rows.slice(0, fewRows), allHref };
    }
    const page = { after: eventIn(query.get("after")), size: pageSize + 1 };
    const rows = await dependencies.ledger.waitingDeliveries(receiver.id, page);
    const { slice: deliveries, nextHref } = pageOf(rows, href, ({ eventId }) => eventId);
    return { receiver, deliveries, nextHref };
  });
  const page = { viewer, receivers: await Promise.all(listed), now, ...more };
  return pageReply(webhooksPage(page), { status });
}

function eventIn(text: string | null): string | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? text : undefined;
}
