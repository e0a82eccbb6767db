import { endpoint } from "../../../../endpoint.ts";
import { forApplication, showTab } from "../../../../pages/application-page.ts";
import { programsSection } from "../../../../views/portal/applications/id/programs.ts";
import { snippets } from "../../../../views/portal/snippets.ts";

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
      const { person, application, dependencies } = call;
      const section = programsSection({
        person,
        application,
        snippets: snippets({
          baseUrl: dependencies.origins[0],
          consumerKey: application.consumerKey,
          callback: application.callbacks[0],
        }),
        apiOrigins: dependencies.config.apiOrigins ?? [],
      });
      return showTab(call, "programs", section, ["copy"]);
    },
  }),
});
