/**
 * The response of `/metrics`, in the format of Prometheus. The library stores nothing: each request reads the
 * numbers where they are counted. A label is an operation, a status, a code, an event or a store, never an
 * application or a user. docs/guide/monitoring.md lists the metrics.
 */
import type { UsageKind } from "../../../domain/usage.ts";
import { rejectionOf } from "../../../domain/usage-periods.ts";
import type { Misconfiguration } from "../../../http/operation/internal-endpoint.ts";
import { type Histogram, latencySteps, type RequestCounts } from "./request-counts.ts";
import { batchSteps, type StoreCounts } from "./store-counts.ts";

export interface Measured {
  readonly requests: RequestCounts;
  readonly stores: StoreCounts;
  /** The same counts as those of the administrators' overview. */
  readonly rejections: ReadonlyMap<UsageKind, number>;
  readonly decisions: { readonly valid: number; readonly rejected: number };
  /** Calls on the internal address that their sender's configuration makes impossible. */
  readonly misconfigured: Readonly<Record<Misconfiguration, number>>;
  /** These must be computed; called once per request for metrics. */
  readonly gauges: () => Promise<readonly Gauge[]>;
  readonly process: number | undefined;
}

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
  readonly isCounter?: true;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Value {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  readonly metricName?: string;
}

export async function metricsText(measured: Measured): Promise<{ text: string; type: string }> {
  // This loads with the first request for the metrics.
  const { Registry } = await import("prom-client");
  const registry = new Registry();
  if (measured.process !== undefined) {
    registry.setDefaultLabels({ process: String(measured.process) });
  }
  const add = (
    name: string,
    help: string,
    type: "counter" | "gauge" | "histogram",
    values: readonly Value[],
  ) => {
    const metric = { name, help, type, get: async () => ({ name, help, type, values }) };
    registry.registerMetric(metric as never);
  };
  const { requests, rejections, stores, decisions, misconfigured } = measured;
  add("countersign_requests_total", "Requests that got a response.", "counter", answered(requests));
  add(
    "countersign_request_duration_seconds",
    "From the end of a request's body to its response.",
    "histogram",
    [...requests.operations].flatMap(([operation, { latency }]) =>
      stepsOf("countersign_request_duration_seconds", latency, latencySteps, { operation }),
    ),
  );
  add(
    "countersign_rejections_total",
    "Requests to operations and APIs that were rejected, by error code, and whether the caller was authenticated.",
    "counter",
    [...rejections].map(([kind, value]) => {
      const { code, authenticated } = rejectionOf(kind) ?? {};
      return { labels: { code: String(code), authenticated: String(authenticated) }, value };
    }),
  );
  add("countersign_decisions_total", "Decisions on requests of other APIs.", "counter", [
    { labels: { valid: "true" }, value: decisions.valid },
    { labels: { valid: "false" }, value: decisions.rejected },
  ]);
  add(
    "countersign_misconfigured_calls_total",
    "Calls of gateways and services with a wrong secret, an unknown origin, or a host that a client named.",
    "counter",
    Object.entries(misconfigured).map(([problem, value]) => ({ labels: { problem }, value })),
  );
  add(
    "countersign_events_total",
    "Events by their name in the audit log: issued and revoked tokens, sign-ins, changes.",
    "counter",
    [...stores.events].map(([event, value]) => ({ labels: { event }, value })),
  );
  add(
    "countersign_database_write_duration_seconds",
    "From the call of a write to its result.",
    "histogram",
    stepsOf("countersign_database_write_duration_seconds", stores.writes, latencySteps, {}),
  );
  add(
    "countersign_database_commit_writes",
    "How many writes shared a commit.",
    "histogram",
    stepsOf("countersign_database_commit_writes", stores.batches, batchSteps, {}),
  );
  add("countersign_database_write_failures_total", "Writes that failed.", "counter", [
    { labels: {}, value: stores.failures() },
  ]);
  add("countersign_database_writes_waiting", "Writes that are waiting for the database.", "gauge", [
    { labels: {}, value: stores.waiting() },
  ]);
  for (const { name, help, samples, isCounter } of await measured.gauges()) {
    const values = samples.map(([labels, value]) => ({ labels, value }));
    add(name, help, isCounter ? "counter" : "gauge", values);
  }
  return { text: await registry.metrics(), type: registry.contentType };
}

function answered({ operations }: RequestCounts): Value[] {
  return [...operations].flatMap(([operation, { byStatus }]) =>
    [...byStatus].flatMap((value, status) =>
      value === 0 ? [] : [{ labels: { operation, status: String(status) }, value }],
    ),
  );
}

/** Prometheus counts cumulatively: each step includes those before it. */
function stepsOf(
  name: string,
  { counts, sum }: Histogram,
  steps: readonly number[],
  labels: Readonly<Record<string, string>>,
): Value[] {
  let below = 0;
  const values: Value[] = [...counts].map((count, at) => {
    below += count;
    const le = at < steps.length ? String(steps[at]) : "+Inf";
    return { labels: { ...labels, le }, value: below, metricName: `${name}_bucket` };
  });
  values.push({ labels, value: sum, metricName: `${name}_sum` });
  values.push({ labels, value: below, metricName: `${name}_count` });
  return values;
}
