import { requestSection } from "../../../../../../pages/views/portal/applications/id/requests/request.ts";
import { forApplication, hrefOf, showTab } from "../../../../../browser/application-page.ts";
import { otherApplications, requestLogOf } from "../../../../../browser/request-log.ts";
import { endpoint } from "../../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const request = endpoint({
  name: "portal/applications/:id/requests/:request",
  paths: ["/portal/applications/:id/requests/:request"],
  methods: ["GET"],
  section: "15",
  summary: "Shows a request of an application, and why it was rejected",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    async show(call) {
      const { viewer, application, parameters } = call;
      const others = await otherApplications(call, application);
      const log = await requestLogOf(call, application, others, parameters.request ?? "");
      const href = `${hrefOf(application)}/requests`;
      const reply = showTab(
        call,
        "requests",
        requestSection({ viewer, application, href, forEditors: true, ...log }),
      );
      return log.selected === undefined ? { ...reply, status: 404 } : reply;
    },
  }),
});
