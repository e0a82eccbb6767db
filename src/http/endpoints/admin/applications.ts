import type { ListedApplication } from "../../../domain/application.ts";
import { applicationFilters } from "../../../domain/fields/list-filters.ts";
import { applicationOrders, maxFoundCounted } from "../../../domain/operating.ts";
import { placeIn, placeOf } from "../../../domain/slice.ts";
import { beginOf, usagePeriods } from "../../../domain/usage-periods.ts";
import { applicationsPage } from "../../../pages/views/admin/applications.ts";
import { searchHref } from "../../../pages/views/admin/search.ts";
import { pageAsked, pageOf } from "../../browser/paging.ts";
import { filterParameters, listSearchIn } from "../../browser/search.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import { endpoint, pageReply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const allApplications = endpoint({
  name: "admin/applications",
  paths: ["/admin/applications"],
  methods: ["GET"],
  section: "16",
  summary: "Finds applications by name, consumer key, or ID",
  limit: "account-pages",
  reads: [
    {
      name: "q",
      required: false,
      meaning: "The beginning of a name, or a complete consumer key or ID.",
    },
    ...filterParameters(applicationFilters),
    {
      name: "order",
      required: false,
      meaning: "By name, or, without a text, by creation or last use.",
      values: applicationOrders,
    },
    {
      name: "after",
      required: false,
      meaning: "The position after the last application on the previous page.",
    },
    {
      name: "before",
      required: false,
      meaning: "The position before the first application on the next page.",
    },
  ],
  ...forAdmins({
    async show({ incoming, dependencies, viewer, now }) {
      const { ledger } = dependencies;
      const { asked, search } = await listSearchIn(
        incoming,
        applicationFilters,
        applicationOrders,
        ledger,
      );
      const path = searchHref("/admin/applications", asked);
      if (Object.keys(asked.problems ?? {}).length > 0) {
        const nothing = { applications: [], total: 0 };
        return pageReply(applicationsPage({ viewer, asked, now, ...nothing }), { status: 422 });
      }
      const page = pageAsked(incoming, (key) => placeIn(search.order, key) && key);
      const rows = await ledger.searchApplications(search, page);
      const keyOf = (one: ListedApplication) => placeOf(search.order, one);
      const { slice, ...hrefs } = pageOf(rows, path, keyOf, page);
      const total = await ledger.countApplications(search, maxFoundCounted);
      const uses = await dependencies.usage.hoursOf(
        slice.map(({ id }) => id),
        beginOf(usagePeriods.day, now),
      );
      const applications = slice.map((one) => ({ ...one, uses: uses.get(one.id) ?? [] }));
      return pageReply(applicationsPage({ viewer, asked, applications, total, now, ...hrefs }));
    },
  }),
});
