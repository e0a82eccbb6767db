import { type InternalEndpoint, internalReply } from "../../operation/internal-endpoint.ts";

/** docs/reference/interface.md: a supervisor restarts a hanging process by it. It reads no store. */
export const livez: InternalEndpoint = {
  name: "livez",
  path: "/livez",
  methods: ["GET"],
  summary: "Whether the process is alive",
  open: true,
  maxBodyBytes: 0,
  operation: () => internalReply(200, { status: "ok" }),
};
