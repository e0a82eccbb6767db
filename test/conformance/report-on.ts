import { allCases } from "../../packages/conformance/src/cases.ts";
import { providerFrom } from "../../packages/conformance/src/config.ts";
import type { Report } from "../../packages/conformance/src/report/result.ts";
import { run } from "../../packages/conformance/src/run.ts";
import type { Known } from "./providers/providers.ts";

/** Starts the provider and runs all cases against it. */
export async function reportOn({ name, start }: Known): Promise<Report> {
  await using started = await start();
  const provider = providerFrom(JSON.stringify(started.config), {});
  return { ...(await run(provider, allCases)), provider: name };
}
