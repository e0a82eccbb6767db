import { type InternalEndpoint, internalReply } from "../../operation/internal-endpoint.ts";

/** docs/reference/interface.md: a load balancer reads it. A service that is stopping is not ready. */
export const readyz: InternalEndpoint = {
  name: "readyz",
  path: "/readyz",
  methods: ["GET"],
  summary: "Whether the server can take requests, by store",
  open: true,
  maxBodyBytes: 0,
  async operation({ readiness }) {
    const found = await readiness();
    return internalReply(found.status === "ready" ? 200 : 503, found);
  },
};
