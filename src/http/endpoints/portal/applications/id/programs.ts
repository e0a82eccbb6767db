import { programsSection } from "../../../../../pages/views/portal/applications/id/programs.ts";
import { snippets } from "../../../../../pages/views/portal/snippets.ts";
import { forApplication, showTab } from "../../../../browser/application-page.ts";
import { endpoint } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const programs = endpoint({
  name: "portal/applications/:id/programs",
  paths: ["/portal/applications/:id/programs"],
  methods: ["GET"],
  section: "15",
  summary: "Prints programs that use an application's consumer key",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    show(call) {
      const { viewer, application, dependencies } = call;
      const section = programsSection({
        viewer,
        application,
        snippets: snippets({
          baseUrl: dependencies.origins[0],
          consumerKey: application.consumerKey,
          callback: application.callbacks[0],
        }),
        apiOrigins: dependencies.config.apiOrigins ?? [],
      });
      return showTab(call, "programs", section);
    },
  }),
});
