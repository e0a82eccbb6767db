import { nobody } from "../authentication/authentication.ts";
import { endpoint, seeOther } from "../endpoint.ts";

/** docs/reference/interface.md §14. A request for the bare host comes from a person. */
export const home = endpoint({
  name: "home",
  paths: ["/"],
  methods: ["GET"],
  section: "14",
  summary: "Goes to the account",
  caller: nobody,
  limit: undefined,
  reads: [],
  produces: "page",
  operation: () => seeOther("/account"),
});
