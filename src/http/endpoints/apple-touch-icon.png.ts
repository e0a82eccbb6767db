import { anonymous } from "../../verification/authentication/authentication.ts";
import { touchIconReply } from "../browser/brand-picture.ts";
import { endpoint } from "../operation/endpoint.ts";

export const touchIcon = endpoint({
  name: "apple-touch-icon.png",
  paths: ["/apple-touch-icon.png"],
  methods: ["GET"],
  section: "19",
  summary: "The icon of the service on the home screen of a phone",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  operation: touchIconReply,
});
