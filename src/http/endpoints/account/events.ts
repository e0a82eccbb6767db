import { eventsPage } from "../../../pages/views/account/events.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { withActor } from "../../browser/own-lists.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import { endpoint, pageReply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const events = endpoint({
  name: "account/events",
  paths: ["/account/events"],
  methods: ["GET"],
  section: "14",
  summary: "Shows the account's events, newest first",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    async show(call) {
      const { incoming, dependencies, session, viewer } = call;
      const asked = queryOf(incoming).get("after") ?? "";
      const after = /^\d{1,15}$/.test(asked) ? asked : undefined;
      const page = { after, size: pageSize + 1 };
      const rows = await dependencies.ledger.eventsOf(session.userId, page);
      const { slice, nextHref } = pageOf(rows, "/account/events", (one) => one.id);
      const listed = slice.map((one) => withActor(call, one));
      return pageReply(eventsPage({ viewer, events: listed, nextHref }));
    },
  }),
});
