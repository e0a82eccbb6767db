import { requestsPage } from "../../../../../pages/views/admin/applications/id/requests.ts";
import { applicationIn } from "../../../../browser/admin-application/application-page.ts";
import { otherApplications, requestLogOf } from "../../../../browser/request-log.ts";
import { forAdminsOf } from "../../../../browser/signed-in.ts";
import { endpoint, pageReply } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const adminRequests = endpoint({
  name: "admin/applications/:id/requests",
  paths: ["/admin/applications/:id/requests"],
  methods: ["GET"],
  section: "16",
  summary: "Lists the requests in an application's request log",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(applicationIn, {
    async show(call) {
      const { viewer, application } = call;
      const log = await requestLogOf(call, application, await otherApplications(call, application));
      const href = `/admin/applications/${application.id}/requests`;
      const page = { viewer, application, href, forEditors: false, ...log };
      return pageReply(requestsPage(page));
    },
  }),
});
