import { queryOf } from "../../../../authentication/incoming.ts";
import {
  beginBefore,
  isUsagePeriod,
  type UsagePeriodName,
  usagePeriods,
} from "../../../../domain/usage-periods.ts";
import { endpoint } from "../../../../endpoint.ts";
import { forApplication, showTab } from "../../../../pages/application-page.ts";
import { limitsOfApplications } from "../../../../rate-limits/limits-in-force.ts";
import { standings } from "../../../../rate-limits/standings.ts";
import { usageSection } from "../../../../views/portal/applications/id/usage.ts";

/** docs/reference/interface.md §15. */
export const usage = endpoint({
  name: "portal/applications/:id/usage",
  paths: ["/portal/applications/:id/usage"],
  methods: ["GET"],
  section: "15",
  summary: "Shows an application's requests over time, and how its limits stand",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    showTo: "viewer",
    async show(call) {
      const { person, application, incoming, dependencies, now } = call;
      const { id } = application;
      const asked = queryOf(incoming).get("use") ?? "";
      const period: UsagePeriodName = isUsagePeriod(asked) ? asked : "day";
      const { resolution } = usagePeriods[period];
      const limits = limitsOfApplications(dependencies.config);
      const section = usageSection(person.frame, {
        period,
        uses: await dependencies.usage.usageOf(
          id,
          resolution,
          beginBefore(usagePeriods[period], now),
        ),
        unproven: dependencies.unproven.of(application.consumerKey),
        limits: await standings(limits, { applicationId: id }, incoming.address, dependencies),
        now,
      });
      return showTab(call, "usage", section, ["chart"]);
    },
  }),
});
