import { requestPage } from "../../../../../../pages/views/admin/applications/id/requests/request.ts";
import { applicationIn } from "../../../../../browser/admin-application/application-page.ts";
import { otherApplications, requestLogOf } from "../../../../../browser/request-log.ts";
import { forAdminsOf } from "../../../../../browser/signed-in.ts";
import { endpoint, pageReply } from "../../../../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const adminRequest = endpoint({
  name: "admin/applications/:id/requests/:request",
  paths: ["/admin/applications/:id/requests/:request"],
  methods: ["GET"],
  section: "16",
  summary: "Shows a request of an application, and why it was rejected",
  limit: "account-pages",
  reads: [],
  ...forAdminsOf(applicationIn, {
    async show(call) {
      const { viewer, application, parameters } = call;
      const others = await otherApplications(call, application);
      const log = await requestLogOf(call, application, others, parameters.request ?? "");
      const href = `/admin/applications/${application.id}/requests`;
      const page = { viewer, application, href, forEditors: false, ...log };
      const status = log.selected === undefined ? 404 : 200;
      return pageReply(requestPage(page), { status });
    },
  }),
});
