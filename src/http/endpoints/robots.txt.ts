import { anonymous } from "../../verification/authentication/authentication.ts";
import { endpoint } from "../operation/endpoint.ts";

/**
 * RFC 9309. Crawlers may read the home page, whose `noindex` keeps it out of their results, and nothing else, because
 * other URLs can contain tokens.
 */
export const robots = endpoint({
  name: "robots.txt",
  paths: ["/robots.txt"],
  methods: ["GET"],
  section: "19",
  summary: "Keeps crawlers away from every page but the first",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  operation: () => ({ status: 200, type: "txt", body: "User-agent: *\nAllow: /$\nDisallow: /\n" }),
});
