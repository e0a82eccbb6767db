import type { ListedApplication } from "./application.ts";
import type { ApplicationRole } from "./collaborator.ts";

export const applicationOrders = ["name", "newest"] as const;
export type ApplicationOrder = (typeof applicationOrders)[number];

export interface OwnSearch {
  /** Part of a name, ignoring case; empty for all. */
  readonly text: string;
  readonly order: ApplicationOrder;
  readonly offset: number;
  readonly size: number;
}

export interface OwnApplications {
  readonly total: number;
  readonly slice: readonly OwnApplication[];
}

export type OwnApplication = ListedApplication & { readonly role: ApplicationRole };

export function isApplicationOrder(text: string | null): text is ApplicationOrder {
  return applicationOrders.some((one) => one === text);
}
