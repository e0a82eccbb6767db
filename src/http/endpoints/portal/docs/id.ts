import { docsParts } from "../../../../pages/views/portal/docs/id.ts";
import { showDocs } from "../../../browser/documentation.ts";
import { notFound } from "../../../browser/error-pages.ts";
import { forSignedIn } from "../../../browser/signed-in.ts";
import { endpoint } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const docsPart = endpoint({
  name: "portal/docs/:id",
  paths: ["/portal/docs/:id"],
  methods: ["GET"],
  section: "15",
  summary: "Documents endpoints, signing, errors, limits, or moving from another provider",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show(call) {
      const id = call.parameters.id ?? "";
      const part = Object.hasOwn(docsParts, id) ? docsParts[id] : undefined;
      return part === undefined ? notFound(call) : showDocs(call, part);
    },
  }),
});
