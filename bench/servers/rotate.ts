import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * Runs `countersign keys rotate` beside a server, and says how long it took. `settings`: more environment variables.
 * Throws where it fails.
 */
export async function rotate(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const started = performance.now();
  const command = fileURLToPath(new URL("../../bin/countersign", import.meta.url));
  const child = spawn(command, ["keys", "rotate"], {
    stdio: "ignore",
    env: { ...process.env, COUNTERSIGN_DATA_DIR: dataDir, ...settings },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`keys rotate ended with ${code}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stderr.write(`  the rotation took ${seconds} s\n`);
}
