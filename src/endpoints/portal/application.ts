import { browser } from "../../authentication/browser-session.ts";
import { endpoint } from "../../endpoint.ts";
import { forApplication, showApplication } from "../../pages/application-page.ts";

/** docs/reference/interface.md §15. */
export const application = endpoint({
  name: "portal/applications/:id",
  paths: ["/portal/applications/:id"],
  methods: ["GET"],
  section: "15",
  summary: "Shows an application to its owner",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  operation: forApplication({ show: (call) => showApplication(call) }),
});
