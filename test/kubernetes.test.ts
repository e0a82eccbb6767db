/** ops/kubernetes is valid by Kubernetes' schemas, and its settings, paths, ports and names exist in the service. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../src/config/config.ts";
import { parseKeys } from "../src/tools/keys/key-sources.ts";
import { scratchDirectory } from "./cli/command.ts";
import { missing } from "./gateways/gateway.ts";
import { guideBlock } from "./support/guide-block.ts";
import { type Manifest, problemsOf } from "./support/kubernetes-schemas.ts";
import { startTestService } from "./support/service.ts";

const folder = "ops/kubernetes";

const files = globSync("**/*.yaml", { cwd: folder }).sort();
const manifests = files
  .filter((file) => !file.endsWith("kustomization.yaml"))
  .flatMap((file) => documentsIn(readFileSync(join(folder, file), "utf8")));
const deployment = only("Deployment");
const pod = deployment["spec"].template.spec;
const [container] = pod.containers;

function documentsIn(text: string): Manifest[] {
  return parseAllDocuments(text, { merge: false }).map((document) => {
    assert.deepEqual(document.errors, [], text);
    return document.toJS();
  });
}

function only(kind: string, all: readonly Manifest[] = manifests): Manifest {
  const [manifest, ...more] = all.filter((one) => one.kind === kind);
  assert.ok(manifest !== undefined && more.length === 0, `one ${kind}`);
  return manifest;
}

test("every manifest is one that Kubernetes takes: no member that it does not know, and each of its type", async () => {
  assert.deepEqual(await problemsOf(manifests), "");
});

test("the check finds an unknown member, a wrong type, a missing member, and an amount that is none", async () => {
  const altered = (alter: (deployment: Manifest) => void) => {
    const copy = structuredClone(deployment);
    alter(copy);
    return problemsOf([copy]);
  };
  const inContainer = (members: object) =>
    altered((copy) => Object.assign(copy["spec"].template.spec.containers[0], members));
  assert.match(await inContainer({ readinesProbe: {} }), /readinesProbe/);
  assert.match(await inContainer({ args: "serve" }), /args/);
  const amount = { limits: { memory: "much" } };
  assert.match(await inContainer({ resources: amount }), /memory/);
  assert.match(await altered((copy) => delete copy["spec"].selector), /selector/);
  const route = structuredClone(only("HTTPRoute"));
  route["spec"].rules[0].matches[0].path.type = "Prefix";
  assert.match(await problemsOf([route]), /type/);
});

test("each kustomization names every file beside it", () => {
  for (const place of [".", "monitoring", "openshift"]) {
    const [kustomization] = documentsIn(
      readFileSync(join(folder, place, "kustomization.yaml"), "utf8"),
    );
    const beside = files.filter((file) => dirname(file) === place).map((file) => basename(file));
    const named = kustomization?.["resources"] ?? [];
    assert.deepEqual([...named, "kustomization.yaml"].sort(), beside, place);
  }
});

const overlay = guideBlock("deploying", "kustomization.yaml");
const component = (name: string) => `../countersign/${folder}/${name}`;

test("kustomize renders the base, the guide's overlay with the monitoring, and with OpenShift as well", {
  skip: missing("kubectl"),
}, async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const base = render(baseAlone);
  assert.deepEqual(kindsOf(base), kindsOf(manifests.filter((one) => !isOfMonitoring(one))));
  const monitored = render(overlay);
  assert.deepEqual(kindsOf(monitored), kindsOf(manifests));
  const both = overlay.replace("images:", `  - ${component("openshift")}\nimages:`);
  const onOpenShift = render(both);
  for (const all of [base, monitored, onOpenShift]) {
    assert.equal(await problemsOf(all), "");
    for (const { kind, metadata } of all) {
      const place = Object(metadata).namespace;
      assert.equal(place, kind === "Namespace" ? undefined : "countersign", kind);
    }
  }
  const { spec } = only("Deployment", monitored)["spec"].template;
  const images = [...spec.initContainers, ...spec.containers].map(({ image }) => image);
  assert.deepEqual(new Set(images), new Set([`registry.example.com/countersign:${version}`]));
  assert.deepEqual(spec.securityContext, pod.securityContext);
  const { securityContext } = only("Deployment", onOpenShift)["spec"].template.spec;
  const { runAsUser: _, runAsGroup: _group, fsGroup: _fsGroup, ...rest } = pod.securityContext;
  assert.deepEqual(securityContext, rest);
});

test("what the guide's overlay sets arrives in the rendered manifests", {
  skip: missing("kubectl"),
}, () => {
  const changed = render(
    overlay
      .replaceAll("id.example.com", "id.example.org")
      .replace("value: { kubernetes.io/metadata.name: envoy-gateway-system }", "value: { a: b }")
      .replace("namespace: envoy-gateway-system, section", "namespace: istio-system, section"),
  );
  const { data } = only("ConfigMap", changed) as unknown as { data: Record<string, string> };
  assert.equal(data["COUNTERSIGN_BASE_URL"], "https://id.example.org");
  assert.equal(data["COUNTERSIGN_DRAIN_SECONDS"], "10");
  const { hostnames, parentRefs, rules } = only("HTTPRoute", changed)["spec"];
  assert.deepEqual([hostnames, parentRefs[0].namespace], [["id.example.org"], "istio-system"]);
  assert.equal(rules.length, 1);
  const [{ from }] = only("NetworkPolicy", changed)["spec"].ingress;
  assert.deepEqual(from[0].namespaceSelector.matchLabels, { a: "b" });
});

const baseAlone = `resources: [../countersign/${folder}]\n`;

/** The objects of a kustomization that lies beside a checkout. */
function render(kustomization: string): Manifest[] {
  using directory = scratchDirectory();
  const own = join(directory.path, "own");
  mkdirSync(own);
  symlinkSync(resolve("."), join(directory.path, "countersign"));
  writeFileSync(join(own, "kustomization.yaml"), kustomization);
  const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", own], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return documentsIn(stdout);
}

function kindsOf(all: readonly Manifest[]): readonly string[] {
  return all.map(({ kind, metadata }) => `${kind} ${metadata?.name}`).sort();
}

function isOfMonitoring({ apiVersion }: Manifest): boolean {
  return apiVersion.startsWith("monitoring.");
}

test("Prometheus gets every pod's metrics, as the job that the alerts select", () => {
  const { selector, jobLabel, endpoints } = only("ServiceMonitor")["spec"];
  const services = manifests.filter(({ kind }) => kind === "Service");
  const selected = services.filter(
    ({ metadata, ...service }) =>
      Object.entries(selector.matchLabels).every(
        ([name, value]) => Object(metadata).labels?.[name] === value,
      ) && service["spec"].ports.some(({ name }: { name: string }) => name === endpoints[0].port),
  );
  assert.deepEqual(
    selected.map(({ metadata }) => metadata?.name),
    ["countersign-internal"],
  );
  const job = Object(selected[0]?.metadata).labels[jobLabel];
  assert.match(readFileSync("ops/alerts.yaml", "utf8"), new RegExp(`job=\\\\"${job}\\\\"`));
});

test("a start takes the settings, and the Secret that the guide creates, on the ports that are named", {
  skip: missing("kubectl"),
}, () => {
  using directory = scratchDirectory();
  const secrets = join(directory.path, "mounted");
  const secret = secretOfGuide(directory.path);
  const { defaultMode, secretName } = pod.volumes[2].secret;
  assert.deepEqual([secret.metadata?.name, defaultMode], [secretName, 0o440]);
  mkdirSync(secrets);
  for (const [name, value] of Object.entries<string>(secret["data"])) {
    writeFileSync(join(secrets, name), Buffer.from(value, "base64"), { mode: defaultMode });
  }
  const { mountPath } = container.volumeMounts[2];
  const { data } = only("ConfigMap") as unknown as { data: Record<string, string> };
  // Kubernetes accepts only strings there.
  for (const value of Object.values(data)) assert.equal(typeof value, "string");
  const settings = Object.entries(data).map(([name, value]) => [
    name,
    value.replace(mountPath, secrets),
  ]);
  const warnings: string[] = [];
  const config = readConfig(Object.fromEntries(settings), (message) => warnings.push(message));
  assert.deepEqual(warnings, []);
  assert.equal(config.database, "postgres://db.example.com/countersign");
  assert.equal(config.internalSecrets.length, 1);
  const ring = "file" in config.keys ? readFileSync(config.keys.file, "utf8") : "";
  assert.equal(parseKeys(ring).length, 1);
  assert.deepEqual(
    [container.ports[0].containerPort, container.ports[1].containerPort],
    [config.port, config.internalPort],
  );
  // The service creates it; the volume's own directory is open to every account.
  assert.equal(dirname(config.dataDir), container.volumeMounts[0].mountPath);
});

/** Types out the guide's commands. `kubectl` has no cluster: what it would create is in a file, and it reads that. */
function secretOfGuide(directory: string): Manifest {
  const created = join(directory, "created.json");
  const shim = `kubectl() {
  case "$*" in
    *"create namespace"*) ;;
    *"create secret"*) command kubectl "$@" --dry-run=client --output json > ${created} ;;
    *"get secret"*"{.data.keys}"*) sed -n 's/^ *"keys": "\\(.*\\)",*$/\\1/p' ${created} ;;
    *) return 1 ;;
  esac
}
set -eu
`;
  const script = shim + guideBlock("deploying", "kubernetes-secrets");
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    cwd: directory,
    encoding: "utf8",
  });
  assert.deepEqual([status, stdout, stderr], [0, "", ""]);
  return JSON.parse(readFileSync(created, "utf8"));
}

test("200 — every path that a probe asks for is one of the internal address", async () => {
  await using service = await startTestService();
  const probes = ["startupProbe", "readinessProbe", "livenessProbe"].map(
    (name) => container[name].httpGet,
  );
  for (const { path, port } of probes) {
    assert.equal(port, "internal");
    assert.equal((await fetch(`${service.internalUrl}${path}`)).status, 200, path);
  }
});

test("user, folders and command are the image's; the database is migrated before a pod serves", () => {
  const image = readFileSync("ops/Containerfile", "utf8");
  assert.match(
    image,
    new RegExp(`^USER ${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}$`, "m"),
  );
  const [data, tmp] = container.volumeMounts;
  assert.match(image, new RegExp(`COUNTERSIGN_DATA_DIR=${data.mountPath}[ \\\\\\n]`));
  assert.match(image, new RegExp(`NODE_COMPILE_CACHE=${tmp.mountPath}/`));
  assert.match(image, /^ENTRYPOINT \["countersign"\]$/m);
  assert.deepEqual([pod.initContainers[0].args, container.args], [["migrate"], ["serve"]]);
  const { COUNTERSIGN_DRAIN_SECONDS: drain } = only("ConfigMap")["data"];
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  assert.ok(Number(drain) > periodSeconds * failureThreshold, "proxies notice in time");
  assert.ok(pod.terminationGracePeriodSeconds >= Number(drain) + 35);
});

test("names that refer to one another are the same everywhere", () => {
  const { labels } = deployment["spec"].template.metadata;
  const selectors = [
    deployment["spec"].selector.matchLabels,
    only("PodDisruptionBudget")["spec"].selector.matchLabels,
    only("NetworkPolicy")["spec"].podSelector.matchLabels,
    ...manifests.filter(({ kind }) => kind === "Service").map((one) => one["spec"].selector),
  ];
  for (const selector of selectors) assert.deepEqual(selector, labels);
  const ports = new Set(container.ports.map(({ name }: { name: string }) => name));
  const services = manifests.filter(({ kind }) => kind === "Service");
  for (const service of services) assert.ok(ports.has(service["spec"].ports[0].targetPort));
  for (const {
    ports: [{ port }],
  } of only("NetworkPolicy")["spec"].ingress)
    assert.ok(ports.has(port));
  const [backend] = only("HTTPRoute")["spec"].rules[0].backendRefs;
  const target = services.find(({ metadata }) => metadata?.name === backend.name);
  const [{ name, port }] = target?.["spec"].ports ?? [];
  assert.deepEqual([name, port], ["http", backend.port]);
  const [settings] = container.envFrom;
  assert.equal(settings.configMapRef.name, only("ConfigMap").metadata?.name);
  assert.match(overlay, new RegExp(`^namespace: ${only("Namespace").metadata?.name}$`, "m"));
  assert.equal(
    new URL(only("ConfigMap")["data"].COUNTERSIGN_BASE_URL).host,
    only("HTTPRoute")["spec"].hostnames[0],
  );
});
