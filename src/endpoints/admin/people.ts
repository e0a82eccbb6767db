import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { searchIn } from "../../pages/search.ts";
import { forOperators, pageOf, pageSize } from "../../pages/signed-in.ts";
import { peoplePage } from "../../views/admin/people.ts";

/** docs/reference/interface.md §16. */
export const people = endpoint({
  name: "admin/people",
  paths: ["/admin/people"],
  methods: ["GET"],
  section: "16",
  summary: "Finds people by screen name, email address or id",
  caller: browser,
  limit: "account-pages",
  reads: [
    {
      name: "q",
      required: false,
      meaning: "The beginning of a screen name, or a whole email address or id.",
    },
    { name: "suspended", required: false, meaning: "Suspended people only.", values: ["on"] },
    { name: "after", required: false, meaning: "The last screen name of the page before." },
    {
      name: "deleted",
      required: false,
      meaning: "Says that an account was deleted.",
      values: ["on"],
    },
  ],
  produces: "page",
  operation: forOperators({
    async show({ incoming, dependencies, person }) {
      const { asked, after, path } = searchIn(incoming);
      const rows = await dependencies.ledger.searchUsers(asked, { after, size: pageSize + 1 });
      const { shown, ...next } = pageOf(rows, path, (one) => one.screenName);
      return pageReply(
        peoplePage({
          person,
          asked,
          people: shown,
          deleted: queryOf(incoming).has("deleted"),
          ...next,
        }),
      );
    },
  }),
});
