import { firstSteps } from "../../../pages/views/portal/docs.ts";
import { showDocs } from "../../browser/documentation.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import { endpoint } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const docs = endpoint({
  name: "portal/docs",
  paths: ["/portal/docs"],
  methods: ["GET"],
  section: "15",
  summary: "The documentation for developers, with this service's URLs",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({ show: (call) => showDocs(call, firstSteps) }),
});
