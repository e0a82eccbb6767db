import { numbersIn } from "../formats.ts";

/** The number is in words. */
export function inUsers(count: number): string {
  return `${numberFormat.format(count)} ${count === 1 ? "user" : "users"}`;
}

export function inApplications(count: number): string {
  return `${numberFormat.format(count)} ${count === 1 ? "application" : "applications"}`;
}

export function inRequests(count: number): string {
  return `${numberFormat.format(count)} ${count === 1 ? "request" : "requests"}`;
}

export function inAddresses(count: number): string {
  return `${numberFormat.format(count)} ${count === 1 ? "address" : "addresses"}`;
}

const numberFormat = numbersIn("en");
