import { userFilters } from "../../../domain/fields/list-filters.ts";
import { isByName, maxFoundCounted, userOrders } from "../../../domain/operating.ts";
import { placeIn, placeOf } from "../../../domain/slice.ts";
import type { User } from "../../../domain/user.ts";
import { searchHref } from "../../../pages/views/admin/search.ts";
import { usersPage } from "../../../pages/views/admin/users.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { pageAsked, pageOf } from "../../browser/paging.ts";
import { filterParameters, listSearchIn } from "../../browser/search.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import { endpoint, pageReply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const users = endpoint({
  name: "admin/users",
  paths: ["/admin/users"],
  methods: ["GET"],
  section: "16",
  summary: "Finds users by screen name, email address, or ID",
  limit: "account-pages",
  reads: [
    {
      name: "q",
      required: false,
      meaning: "The beginning of a screen name, or a complete email address or ID.",
    },
    ...filterParameters(userFilters),
    {
      name: "order",
      required: false,
      meaning: "By screen name, or, without a search, by creation.",
      values: userOrders,
    },
    {
      name: "after",
      required: false,
      meaning: "The last screen name on the previous page, or the position after its last user.",
    },
    {
      name: "before",
      required: false,
      meaning: "The first screen name on the next page, or the position before its first user.",
    },
    {
      name: "deleted",
      required: false,
      meaning: "Shows that an account was deleted.",
      values: ["on"],
    },
  ],
  ...forAdmins({
    async show({ incoming, dependencies, viewer, now }) {
      const { ledger } = dependencies;
      const { asked, search } = await listSearchIn(incoming, userFilters, userOrders, ledger);
      if (Object.keys(asked.problems ?? {}).length > 0) {
        return pageReply(usersPage({ viewer, asked, now, users: [], total: 0 }), { status: 422 });
      }
      const byCreation = !isByName(search.order);
      const page = pageAsked(incoming, (key) =>
        byCreation ? placeIn(search.order, key) && key : key,
      );
      const rows = await ledger.searchUsers(search, page);
      const keyOf = (one: User) => (byCreation ? placeOf(search.order, one) : one.screenName);
      const { slice, ...hrefs } = pageOf(rows, searchHref("/admin/users", asked), keyOf, page);
      const summaries = await ledger.userSummaries(slice.map(({ id }) => id));
      return pageReply(
        usersPage({
          viewer,
          asked,
          now,
          users: slice.flatMap((one) => {
            const summary = summaries.get(one.id);
            return summary === undefined ? [] : [{ ...one, ...summary }];
          }),
          total: await ledger.countUsers(search, maxFoundCounted),
          deleted: queryOf(incoming).has("deleted"),
          ...hrefs,
        }),
      );
    },
  }),
});
