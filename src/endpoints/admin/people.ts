import { queryOf } from "../../authentication/incoming.ts";
import { idFrom } from "../../domain/credentials.ts";
import { mostFoundCounted } from "../../domain/operating.ts";
import type { User } from "../../domain/user.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { pageAsked, pageOf } from "../../pages/paging.ts";
import { searchIn } from "../../pages/search.ts";
import { forOperators } from "../../pages/signed-in.ts";
import { peoplePage } from "../../views/admin/people.ts";

/** docs/reference/interface.md §16. */
export const people = endpoint({
  name: "admin/people",
  paths: ["/admin/people"],
  methods: ["GET"],
  section: "16",
  summary: "Finds people by screen name, email address or id",
  limit: "account-pages",
  reads: [
    {
      name: "q",
      required: false,
      meaning: "The beginning of a screen name, or a whole email address or id.",
    },
    { name: "suspended", required: false, meaning: "Suspended people only.", values: ["on"] },
    {
      name: "order",
      required: false,
      meaning: "Where nothing is searched for: who came last, first.",
      values: ["newest"],
    },
    { name: "after", required: false, meaning: "The last screen name, or id, of the page before." },
    { name: "before", required: false, meaning: "The first one of the page after." },
    {
      name: "deleted",
      required: false,
      meaning: "Says that an account was deleted.",
      values: ["on"],
    },
  ],
  ...forOperators({
    async show({ incoming, dependencies, person }) {
      const { ledger } = dependencies;
      const { asked, path } = searchIn(incoming);
      const page = pageAsked(incoming, (key) => (asked.newestFirst ? idFrom(key) : key));
      const rows = await ledger.searchUsers(asked, page);
      const keyOf = ({ id, screenName }: User) => (asked.newestFirst ? id : screenName);
      const { shown, ...hrefs } = pageOf(rows, path, keyOf, page);
      return pageReply(
        peoplePage({
          person,
          asked,
          people: shown,
          total: await ledger.countUsers(asked, mostFoundCounted),
          deleted: queryOf(incoming).has("deleted"),
          ...hrefs,
        }),
      );
    },
  }),
});
