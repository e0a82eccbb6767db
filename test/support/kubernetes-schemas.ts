/** Checks manifests of Kubernetes, the Gateway API and its controllers by the schemas that npm packages have. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas define the content, and the first test checks it.
  readonly [member: string]: any;
}

/** The errors found by the schemas, and by the types made from the same schemas: members that no schema names. */
export async function problemsOf(all: readonly Manifest[]): Promise<string> {
  const problems: string[] = [];
  for (const manifest of all) {
    const models = await import(modelsOf(manifest));
    const model = new models[manifest.kind](manifest);
    try {
      model.validate();
    } catch (error) {
      problems.push(String(error));
    }
  }
  const source = all.flatMap((manifest, at) => [
    `import type { I${manifest.kind} as Type${at} } from "${modelsOf(manifest)}";`,
    `export const manifest${at}: Type${at} = ${JSON.stringify(manifest)};`,
  ]);
  // A place from which the compiler finds node_modules.
  mkdirSync("node_modules/.cache", { recursive: true });
  const directory = mkdtempSync("node_modules/.cache/countersign-kubernetes-");
  try {
    const file = join(directory, "manifests.mts");
    writeFileSync(file, source.join("\n"));
    const flags = "--noEmit --strict --skipLibCheck --module nodenext --target es2024".split(" ");
    const compiler = "node_modules/typescript-7/bin/tsc";
    const { status, stdout } = spawnSync(
      process.execPath,
      [compiler, ...flags, "--ignoreConfig", file],
      { encoding: "utf8" },
    );
    if (status !== 0) problems.push(stdout);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return problems.join("\n");
}

/** The module that has the schema and the type of a manifest. */
function modelsOf({ apiVersion }: Manifest): string {
  const [group = ""] = apiVersion.split("/");
  const problems = Object.entries(packages).find(([ending]) => group.endsWith(ending));
  return `${problems?.[1] ?? "kubernetes-models"}/${apiVersion}`;
}

const packages = {
  "gateway.networking.k8s.io": "@kubernetes-models/gateway-api",
  "gateway.envoyproxy.io": "@kubernetes-models/envoy-gateway",
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
  "istio.io": "@kubernetes-models/istio",
  "traefik.io": "@kubernetes-models/traefik",
};
