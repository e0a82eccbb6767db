import type { Application } from "../../../domain/application.ts";
import { maxFoundCounted, userOrders } from "../../../domain/operating.ts";
import { placeIn, placeOf } from "../../../domain/slice.ts";
import { applicationsPage } from "../../../pages/views/admin/applications.ts";
import { searchHref } from "../../../pages/views/admin/search.ts";
import { pageAsked, pageOf } from "../../browser/paging.ts";
import { searchIn } from "../../browser/search.ts";
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
    { name: "suspended", required: false, meaning: "Suspended applications only.", values: ["on"] },
    {
      name: "waiting",
      required: false,
      meaning: "Only applications with an unconfirmed callback scheme.",
      values: ["on"],
    },
    {
      name: "order",
      required: false,
      meaning: "By name, or, where nothing is searched for, by creation.",
      values: userOrders,
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
      const search = searchIn(incoming);
      const path = searchHref("/admin/applications", search);
      const page = pageAsked(incoming, (key) => placeIn(search.order, key) && key);
      const rows = await ledger.searchApplications(search, page);
      const keyOf = (one: Application) => placeOf(search.order, one);
      const { slice, ...hrefs } = pageOf(rows, path, keyOf, page);
      const total = await ledger.countApplications(search, maxFoundCounted);
      return pageReply(
        applicationsPage({ viewer, asked: search, applications: slice, total, now, ...hrefs }),
      );
    },
  }),
});
