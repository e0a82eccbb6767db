import { beginBefore, beginOf, keptSince } from "../../../../../domain/usage-periods.ts";
import {
  usageSection,
  wrongDaysSection,
} from "../../../../../pages/views/portal/applications/id/usage.ts";
import { usageFigures } from "../../../../../pages/views/usage-chart.ts";
import { queryOf } from "../../../../../verification/authentication/incoming.ts";
import {
  limitedNow,
  limitsOfApplications,
} from "../../../../../verification/rate-limits/limits-in-force.ts";
import { quotasByWindow } from "../../../../../verification/rate-limits/quotas.ts";
import { forApplication, planOf, showTab } from "../../../../browser/application-page.ts";
import { usageRange } from "../../../../browser/usage-window.ts";
import { endpoint } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const usage = endpoint({
  name: "portal/applications/:id/usage",
  paths: ["/portal/applications/:id/usage"],
  methods: ["GET"],
  section: "15",
  summary: "Shows an application's requests over time, and its remaining quota",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    showTo: "viewer",
    async show(call) {
      const { viewer, application, incoming, dependencies, now } = call;
      const { id } = application;
      const query = queryOf(incoming);
      const figure = usageFigures.find((one) => one === query.get("figure")) ?? "requests";
      const range = usageRange(query, now);
      if ("problems" in range) {
        return {
          ...showTab(call, "usage", wrongDaysSection(viewer.frame, range, figure)),
          status: 422,
        };
      }
      const { period, now: end } = range;
      const limits = limitsOfApplications(limitedNow(dependencies)).filter(
        ({ per }) => per === "application",
      );
      const since = beginBefore(period, end);
      const section = usageSection(viewer.frame, {
        ...range,
        figure,
        uses: await dependencies.usage.usageOf(id, period.resolution, { since, until: end + 1 }),
        changes: await dependencies.ledger.changesOf(id, {
          since: beginOf(period, end),
          until: end + 1,
        }),
        isCompared: since >= keptSince(period.resolution, now),
        failedAuthentications: dependencies.failedAuthentications.of(application.consumerKey),
        limits: await quotasByWindow(limits, { applicationId: id }, incoming.address, dependencies),
        plan: await planOf(call),
      });
      return showTab(call, "usage", section);
    },
  }),
});
