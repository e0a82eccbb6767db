import { z } from "zod";
import { type LimitChanges, maxLimit } from "../../../../../../../domain/limits.ts";
import { adminEndpoint } from "../../../../../../../verification/admin-endpoint.ts";
import { AdminProblem } from "../../../../../../../verification/admin-problem.ts";
import { limitsOfApplications } from "../../../../../../../verification/rate-limits/limits-in-force.ts";
import { applicationAt, limits, limitsJson } from "../../../../../../admin-api/application.ts";
import { applicationId } from "../../../../../../admin-api/shapes.ts";

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
        const known = limitsOfApplications(config).map((one): string => one.name);
        for (const [name, limit] of Object.entries(body)) {
          if (!known.includes(name)) {
            throw new AdminProblem("rejected", `There are the limits ${known.join(", ")}.`);
          }
          if (limit > maxLimit) throw new AdminProblem("rejected", `${name} is over ${maxLimit}.`);
        }
        const change = { applicationId: before.id, limits: body as LimitChanges };
        if (!(await ledger.changeApplicationLimits({ ...change, seen: before.limits }, by))) {
          throw new AdminProblem(
            "precondition-failed",
            "Another change came first. Read them again.",
          );
        }
        ownLimits.changed(change);
        return limitsJson(await applicationAt(ledger, params.id));
      },
    }),
  ],
);
