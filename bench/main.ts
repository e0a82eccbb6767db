/**
 * `npm run bench`: starts the service as its users do, measures it beside a floor, prints one table and writes one
 * file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compareCheckouts } from "./compare.ts";
import { features, measureInUse } from "./in-use.ts";
import { startGenerator } from "./load/generator-process.ts";
import { readOptions } from "./options.ts";
import { writeResults } from "./results.ts";
import { longRows, rows } from "./rows/index.ts";
import type { Row } from "./rows/row.ts";
import { startService } from "./servers/service.ts";
import { makeStore } from "./store/store.ts";
import { table } from "./table.ts";

const options = readOptions(process.argv.slice(2), {
  rows: Object.keys({ ...rows, ...longRows }),
  features: Object.keys(features),
});
const directory = mkdtempSync(join(options.directory, "countersign-bench-"));
try {
  if (options.inUse) await measureInUse(options, directory);
  else if (options.compareWith === undefined) await measureAll();
  else await compareCheckouts(options.compareWith, options.only, options, directory);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const store = await makeStore(join(directory, "store"), { tokens: 1000, userCount: 32 });
  await using service = await startService(store.dataDir, { profileTo: options.profileTo });
  await using generator = startGenerator();
  const bench = { options, generator, directory, store, service };
  const done: Row[] = [];
  for (const [name, measure] of Object.entries({ ...rows, ...longRows })) {
    const wanted = options.only.length === 0 ? name in rows : options.only.includes(name);
    if (!wanted) continue;
    process.stderr.write(`measuring ${name}…\n`);
    const measured = await measure(bench);
    // A run that is stopped has not measured in vain.
    process.stderr.write(`${table(measured)}\n`);
    done.push(...measured);
  }
  const file = writeResults(options, done);
  process.stdout.write(`\n${table(done)}\n\nevery round is in ${file}\n`);
}
