/** Whether the service answers on the private address, and who else could reach it. */
import type { Config } from "../config/config.ts";
import { type Finding, failure, ok, reasonOf, skipped } from "./finding.ts";
import type { Running } from "./public-address.ts";
import { ask } from "./request.ts";

export interface PrivateAddress {
  readonly findings: readonly Finding[];
  readonly running: Running;
}

export async function checkPrivateAddress(config: Config): Promise<PrivateAddress> {
  const { internalHost, internalPort, internalSecret } = config;
  if (internalPort === "off" || internalPort === 0) {
    const says = internalPort === 0 ? "Its port is chosen at each start" : "It is off";
    return { findings: [skipped("private address", says)], running: "not known" };
  }
  const origin = `http://${urlHost(internalHost)}:${internalPort}`;
  try {
    await ask(origin, { method: "GET", target: "/livez" });
  } catch (error) {
    const isRefused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
    const says = `Nothing answers at ${origin}: ${reasonOf(error)}`;
    return {
      findings: [
        skipped("private address", isRefused ? `${says}; the service is not running` : says),
      ],
      running: isRefused ? "no" : "not known",
    };
  }
  const secret = internalSecret && { "x-countersign-secret": internalSecret.reveal() };
  const { status, body } = await ask(origin, {
    method: "GET",
    target: "/readyz",
    ...(secret && { headers: secret }),
  });
  return { running: "yes", findings: [readiness(origin, status, body)] };
}

function readiness(origin: string, status: number, body: string): Finding {
  if (status === 200) return ok("private address", `The service at ${origin} is ready`);
  if (status === 401) {
    return failure(
      "private address",
      `The service at ${origin} does not take this command's secret`,
      "Run this with the COUNTERSIGN_INTERNAL_SECRET of the service",
    );
  }
  return failure(
    "private address",
    `The service at ${origin} is not ready: ${status} ${body.slice(0, 200)}`,
    "Look at its log, and at the stores that it names",
  );
}

function urlHost(host: string): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return reached.includes(":") ? `[${reached}]` : reached;
}
