import { allCases } from "../../src/conformance/cases.ts";
import { providerFrom } from "../../src/conformance/config.ts";
import type { Report } from "../../src/conformance/report/result.ts";
import { run } from "../../src/conformance/run.ts";
import type { Known } from "./providers/providers.ts";

/** Starts the provider and runs all cases against it. */
export async function reportOn({ name, start }: Known): Promise<Report> {
  await using started = await start();
  const provider = providerFrom(JSON.stringify(started.config), {});
  return { ...(await run(provider, allCases)), provider: name };
}
