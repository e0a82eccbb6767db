import { requestsSection } from "../../../../../pages/views/portal/applications/id/requests.ts";
import { forApplication, hrefOf, showTab } from "../../../../browser/application-page.ts";
import { otherApplications, requestLogOf } from "../../../../browser/request-log.ts";
import { endpoint } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const requests = endpoint({
  name: "portal/applications/:id/requests",
  paths: ["/portal/applications/:id/requests"],
  methods: ["GET"],
  section: "15",
  summary: "Lists an application's rejected requests, its latest verified ones, and a sample",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    async show(call) {
      const { viewer, application } = call;
      const log = await requestLogOf(call, application, await otherApplications(call, application));
      const href = `${hrefOf(application)}/requests`;
      return showTab(
        call,
        "requests",
        requestsSection({ viewer, application, href, forEditors: true, ...log }),
      );
    },
  }),
});
