import { nobody } from "../authentication/authentication.ts";
import { stylesheet } from "../views/stylesheet.ts";
import { endpoint } from "./endpoint.ts";

/** The stylesheet of every page; its name changes with its content. */
export const style = endpoint({
  name: "assets/style",
  paths: [stylesheet().href],
  methods: ["GET"],
  section: "3",
  summary: "The stylesheet of the pages",
  caller: nobody,
  limit: undefined,
  reads: [],
  answers: "asset",
  operation: () => ({
    status: 200,
    type: "css",
    body: stylesheet().body,
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  }),
});
