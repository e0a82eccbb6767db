import type { InternalEndpoint } from "../../operation/internal-endpoint.ts";

/** docs/guide/monitoring.md. No value is about a single application or user. */
export const metrics: InternalEndpoint = {
  name: "metrics",
  path: "/metrics",
  methods: ["GET"],
  summary: "Metrics in the format of Prometheus",
  open: true,
  maxBodyBytes: 0,
  async operation({ metrics: read }) {
    const { text, type } = await read();
    return { status: 200, headers: { "content-type": type }, body: text };
  },
};
