import { browser } from "../../accounts/browser-session.ts";
import { endpoint } from "../operation/endpoint.ts";
import { notFound } from "./error-pages.ts";

/** For a browser that navigates to a path that no operation has. Other clients get JSON (interface §1.5). */
export const unknownPage = endpoint({
  // In logs and metrics, requests without an operation have this name.
  name: "none",
  paths: ["/"],
  methods: ["GET"],
  section: "1",
  summary: "Shows that the page doesn't exist, and links to others",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  operation: notFound,
});

/** Browsers name HTML in `Accept` when they navigate. */
export function navigates(method: string | undefined, accept: string | undefined): boolean {
  return (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(accept ?? "");
}
