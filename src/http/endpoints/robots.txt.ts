import { anonymous } from "../../verification/authentication/authentication.ts";
import { endpoint } from "../operation/endpoint.ts";

/**
 * RFC 9309. Crawlers may read the home page, whose `noindex` keeps it out of their results, and the documentation if it
 * is public, with its styles. They may read nothing else, because other URLs can contain tokens.
 */
export const robots = endpoint({
  name: "robots.txt",
  paths: ["/robots.txt"],
  methods: ["GET"],
  section: "19",
  summary:
    "Keeps crawlers away from every page but the first, and the documentation if it is public",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  operation: ({ dependencies }) => {
    const isPublic = dependencies.config.publicDocs === "on";
    const body = ["User-agent: *", "Allow: /$", ...(isPublic ? docs : []), "Disallow: /", ""];
    return { status: 200, type: "txt", body: body.join("\n") };
  },
});

/** The longest rule that matches counts. */
const docs = ["Allow: /docs", "Allow: /assets/", "Disallow: /docs/search"];
