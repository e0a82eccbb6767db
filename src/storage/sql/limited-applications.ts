/** Applications with limits of their own, or with a plan. Each statement reads one index; some are in both. */

export const limitedApplications =
  "select id, limits, plan from application where limits is not null";
export const plannedApplications =
  "select id, limits, plan from application where plan is not null";
