import { browser } from "../../authentication/browser-session.ts";
import { idFrom } from "../../domain/credentials.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { searchIn } from "../../pages/search.ts";
import { forOperators, pageOf, pageSize } from "../../pages/signed-in.ts";
import { applicationsPage } from "../../views/admin/application-search.ts";

/** docs/reference/interface.md §16. */
export const allApplications = endpoint({
  name: "admin/applications",
  paths: ["/admin/applications"],
  methods: ["GET"],
  section: "16",
  summary: "Finds applications by name, consumer key or id",
  caller: browser,
  limit: "account-pages",
  reads: [
    {
      name: "q",
      required: false,
      meaning: "The beginning of a name, or a whole consumer key or id.",
    },
    { name: "suspended", required: false, meaning: "Suspended applications only.", values: ["on"] },
    {
      name: "waiting",
      required: false,
      meaning: "Only those with a callback scheme that waits for an operator.",
      values: ["on"],
    },
    {
      name: "after",
      required: false,
      meaning: "The id of the last application of the page before.",
    },
  ],
  produces: "page",
  operation: forOperators({
    async show({ incoming, dependencies, person }) {
      const { asked, after, path } = searchIn(incoming);
      const page = { after: idFrom(after), size: pageSize + 1 };
      const rows = await dependencies.ledger.searchApplications(asked, page);
      const { shown, ...next } = pageOf(rows, path, (one) => one.id);
      return pageReply(applicationsPage({ person, asked, applications: shown, ...next }));
    },
  }),
});
