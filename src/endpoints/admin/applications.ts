import { idFrom } from "../../domain/credentials.ts";
import { mostFoundCounted } from "../../domain/operating.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { pageAsked, pageOf } from "../../pages/paging.ts";
import { searchIn } from "../../pages/search.ts";
import { forOperators } from "../../pages/signed-in.ts";
import { applicationsPage } from "../../views/admin/applications.ts";

/** docs/reference/interface.md §16. */
export const allApplications = endpoint({
  name: "admin/applications",
  paths: ["/admin/applications"],
  methods: ["GET"],
  section: "16",
  summary: "Finds applications by name, consumer key or id",
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
    {
      name: "before",
      required: false,
      meaning: "The id of the first application of the page after.",
    },
  ],
  ...forOperators({
    async show({ incoming, dependencies, person }) {
      const { ledger } = dependencies;
      const { asked, path } = searchIn(incoming);
      const page = pageAsked(incoming, idFrom);
      const rows = await ledger.searchApplications(asked, page);
      const { shown, ...hrefs } = pageOf(rows, path, (one) => one.id, page);
      const total = await ledger.countApplications(asked, mostFoundCounted);
      return pageReply(applicationsPage({ person, asked, applications: shown, total, ...hrefs }));
    },
  }),
});
