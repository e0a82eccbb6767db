/**
 * `npm run bench -- --in-use`: what a feature costs each request once it is used, on a service that uses it beside one
 * that does not.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printed } from "./compare.ts";
import { startGenerator } from "./load/generator-process.ts";
import { type Load, loads, privately } from "./loads.ts";
import type { Options } from "./options.ts";
import { interleaved } from "./rounds.ts";
import { startService } from "./servers/service.ts";
import { makeStore, type Store } from "./store/store.ts";

interface Feature {
  readonly loads: readonly (keyof typeof loads)[];
  /** Commands that begin its use. */
  readonly commands?: (store: Store) => readonly (readonly string[])[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Of both services. */
  readonly around?: Readonly<Record<string, string>>;
}

/** The limits of the operations that the loads call. */
const limited = ["account/verify_credentials", "application/rate_limit_status"];

export const features: Readonly<Record<string, Feature>> = {
  networks: {
    loads: ["signed", "bearer"],
    commands: ({ applications }) =>
      applications.map(({ consumerKey }) => [
        ...["app", "change", "--consumer-key", consumerKey],
        ...["--network", "192.0.2.0/24", "--network", "127.0.0.0/8", "--yes"],
      ]),
  },
  sunset: {
    loads: ["signed", "bearer"],
    commands: () =>
      ["hmac-sha1", "bearer"].map((trait) => [
        ...["sunset", "plan", "--name", trait, "--trait", trait],
        ...["--ends", "2100-01-01", "--link", "https://docs.example/sunset"],
      ]),
  },
  plans: {
    loads: ["signed", "bearer"],
    commands: () => [
      [
        ...["plan", "create", "--name", "partner", "--default"],
        ...limited.flatMap((name) => ["--limit", `${name}=1000000`]),
      ],
    ],
    around: { COUNTERSIGN_RATE_LIMITS: limited.map((name) => `${name}=999999999`).join(",") },
  },
  "max-age": {
    loads: ["verify", "verify-bearer"],
    settings: { COUNTERSIGN_DECISION_MAX_AGE: "60" },
  },
};

/** Measures the features that are named, or all of them, and prints each as soon as it is known. */
export async function measureInUse(options: Options, directory: string): Promise<void> {
  for (const [name, feature] of Object.entries(features)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue;
    await measure(name, feature, options, join(directory, name));
  }
}

async function measure(
  name: string,
  feature: Feature,
  { pace }: Options,
  directory: string,
): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const targets = [];
  for (const isUsed of [false, true]) {
    const store = await makeStore(join(directory, isUsed ? "used" : "unused"), {
      tokens: 1000,
      userCount: 32,
    });
    for (const command of (isUsed && feature.commands?.(store)) || []) {
      execFileSync(fileURLToPath(new URL("../bin/countersign", import.meta.url)), command, {
        env: { ...process.env, COUNTERSIGN_DATA_DIR: store.dataDir },
      });
    }
    const settings = { ...feature.around, ...(isUsed && feature.settings) };
    const service = resources.use(await startService(store.dataDir, { settings }));
    targets.push({ store, service });
  }
  await using generator = startGenerator();
  for (const one of feature.loads) {
    const load: Load = loads[one];
    const sides = await Promise.all(
      targets.map(async (target) => ({
        server: load.isInternal ? privately(target.service) : target.service,
        plan: await load.plan(target),
        takesRepeats: false,
      })),
    );
    const rounds = await interleaved(generator, sides, load.connections, pace);
    const shown = { ...load, name: `${load.name}, ${name}` };
    process.stdout.write(`\n${printed(shown, rounds, ["unused", "used"])}\n`);
  }
}
