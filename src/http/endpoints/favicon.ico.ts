import { anonymous } from "../../verification/authentication/authentication.ts";
import { touchIconReply } from "../browser/brand-picture.ts";
import { endpoint } from "../operation/endpoint.ts";

/** Browsers look here if a document, such as JSON, links to no icon, or if they show no SVG as an icon. */
export const favicon = endpoint({
  name: "favicon.ico",
  paths: ["/favicon.ico"],
  methods: ["GET"],
  section: "19",
  summary: "The icon of the service, as a PNG",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  operation: touchIconReply,
});
