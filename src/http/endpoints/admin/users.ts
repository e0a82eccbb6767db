import { idFrom } from "../../../domain/credentials.ts";
import { maxFoundCounted } from "../../../domain/operating.ts";
import type { User } from "../../../domain/user.ts";
import { usersPage } from "../../../pages/views/admin/users.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { endpoint, pageReply } from "../../../verification/endpoint.ts";
import { pageAsked, pageOf } from "../../browser/paging.ts";
import { searchIn } from "../../browser/search.ts";
import { forAdmins } from "../../browser/signed-in.ts";

/** docs/reference/interface.md §16. */
export const users = endpoint({
  name: "admin/users",
  paths: ["/admin/users"],
  methods: ["GET"],
  section: "16",
  summary: "Finds users by screen name, email address or id",
  limit: "account-pages",
  reads: [
    {
      name: "q",
      required: false,
      meaning: "The beginning of a screen name, or a whole email address or id.",
    },
    { name: "suspended", required: false, meaning: "Suspended users only.", values: ["on"] },
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
  ...forAdmins({
    async show({ incoming, dependencies, viewer }) {
      const { ledger } = dependencies;
      const { asked, path } = searchIn(incoming);
      const page = pageAsked(incoming, (key) => (asked.newestFirst ? idFrom(key) : key));
      const rows = await ledger.searchUsers(asked, page);
      const keyOf = ({ id, screenName }: User) => (asked.newestFirst ? id : screenName);
      const { shown, ...hrefs } = pageOf(rows, path, keyOf, page);
      return pageReply(
        usersPage({
          viewer,
          asked,
          users: shown,
          total: await ledger.countUsers(asked, maxFoundCounted),
          deleted: queryOf(incoming).has("deleted"),
          ...hrefs,
        }),
      );
    },
  }),
});
