import { z } from "zod";
import { readLimits } from "../../../../../../actions/application-limits.ts";
import { applicationAt, limits, limitsJson } from "../../../../../../admin-api/application.ts";
import { applicationId } from "../../../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../operation/admin-problem.ts";

export const apiApplicationLimits = adminEndpoint(
  "/admin/v1/applications/:id/limits",
  z.strictObject({ id: applicationId }),
  (operation) => [
    operation({
      method: "GET",
      name: "getApplicationLimits",
      summary: "Get an application's own limits",
      role: "viewer",
      response: limits,
      tagged: true,
      problems: ["not-found"],
      async run({ params, dependencies: { ledger } }) {
        return limitsJson(await applicationAt(ledger, params.id));
      },
    }),
    operation({
      method: "PUT",
      name: "setApplicationLimits",
      summary: "Replace an application's own limits; an empty object restores the usual ones",
      role: "manager",
      body: limits,
      response: limits,
      tagged: true,
      ifMatch: true,
      problems: ["not-found", "rejected"],
      async run({ params, body, by, assertMatch, dependencies }) {
        const { ledger, config, ownLimits } = dependencies;
        const before = await applicationAt(ledger, params.id);
        assertMatch(limitsJson(before));
        const read = readLimits(body, config);
        if (!read.ok) throw new AdminProblem("rejected", read.problem);
        const change = { applicationId: before.id, limits: read.limits };
        if (!(await ledger.changeApplicationLimits({ ...change, seen: before.limits }, by))) {
          throw new AdminProblem(
            "precondition-failed",
            "They have changed in the meantime. Read them again.",
          );
        }
        ownLimits.changed(change);
        return limitsJson(await applicationAt(ledger, params.id));
      },
    }),
  ],
);
