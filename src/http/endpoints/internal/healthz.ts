import { type InternalEndpoint, internalReply } from "../../operation/internal-endpoint.ts";

/** docs/reference/interface.md: a supervisor or load balancer reads health here. */
export const healthz: InternalEndpoint = {
  name: "healthz",
  path: "/healthz",
  methods: ["GET"],
  summary: "Whether the service works, and its problems if not",
  open: true,
  maxBodyBytes: 0,
  async operation({ health }) {
    const found = await health();
    return internalReply(found.status === "ok" ? 200 : 503, found);
  },
};
