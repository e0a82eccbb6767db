/** Runs cases against the naive provider, without HTTP and with a clock that advances one second with each request. */
import { allCases } from "../../src/cases.ts";
import { providerFrom } from "../../src/config.ts";
import type { Report } from "../../src/report/result.ts";
import { run } from "../../src/run.ts";
import type { Defect } from "./defects.ts";
import { startNaive } from "./provider.ts";

export async function runNaive(
  defects: readonly Defect[],
  offered: readonly string[] = ["HMAC-SHA1", "PLAINTEXT"],
): Promise<Report> {
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;
  await using naive = await startNaive(defects, offered, clock);
  const provider = providerFrom(JSON.stringify(naive.config), {});
  return run(provider, allCases, undefined, {
    clock,
    transport(request, timeoutSeconds) {
      now += 1000;
      return naive.transport(request, timeoutSeconds);
    },
  });
}
