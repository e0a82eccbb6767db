/** ops/kubernetes is valid by Kubernetes' schemas, and its settings, paths, ports and names exist in the service. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../src/config/config.ts";
import { type Manifest, problemsOf } from "./support/kubernetes-schemas.ts";
import { startTestService } from "./support/service.ts";

const folder = "ops/kubernetes";

const files = readdirSync(folder).sort();
const manifests = files
  .filter((file) => file !== "kustomization.yaml")
  .flatMap((file) => documentsIn(file));
const [kustomization] = documentsIn("kustomization.yaml");
const deployment = only("Deployment");
const pod = deployment["spec"].template.spec;
const [container] = pod.containers;

function documentsIn(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(folder, file), "utf8"), { merge: false }).map(
    (document) => {
      assert.deepEqual(document.errors, [], file);
      return document.toJS();
    },
  );
}

function only(kind: string): Manifest {
  const [manifest, ...more] = manifests.filter((one) => one.kind === kind);
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

test("kustomization.yaml names every file, and sets the image that the pods run", () => {
  assert.deepEqual([...(kustomization?.["resources"] ?? []), "kustomization.yaml"].sort(), files);
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const images = [...pod.initContainers, ...pod.containers].map(({ image }) => image);
  const [{ name, newTag }] = kustomization?.["images"] ?? [];
  assert.deepEqual([new Set(images), newTag], [new Set([name]), version]);
});

test("a start takes the settings and the secrets of the guide together, on the ports that are named", () => {
  const guide = readFileSync("docs/guide/deploying.md", "utf8");
  const [, command = ""] =
    /kubectl .*(create secret generic countersign-secrets[\s\S]*?)```/.exec(guide) ?? [];
  const secrets = [...command.matchAll(/--from-literal=(\w+)="?([^\s"]+)/g)].map(
    ([, name = "", value = ""]) => [
      name,
      // The value that the shell would produce.
      value.startsWith("k1:")
        ? `k1:${Buffer.alloc(32, 1).toString("base64")}`
        : value.startsWith("$")
          ? "a-secret-of-32-characters-or-more"
          : value,
    ],
  );
  const settings = { ...only("ConfigMap")["data"], ...Object.fromEntries(secrets) };
  assert.equal(secrets.length, 3);
  const warnings: string[] = [];
  const config = readConfig(settings, (message) => warnings.push(message));
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    [container.ports[0].containerPort, container.ports[1].containerPort],
    [config.port, config.internalPort],
  );
  const { data } = only("ConfigMap") as unknown as { data: Record<string, unknown> };
  // Kubernetes accepts only strings there.
  for (const value of Object.values(data)) assert.equal(typeof value, "string");
});

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
  const [settings, secrets] = container.envFrom;
  assert.equal(settings.configMapRef.name, only("ConfigMap").metadata?.name);
  assert.ok(
    readFileSync("docs/guide/deploying.md", "utf8").includes(
      `secret generic ${secrets.secretRef.name} `,
    ),
  );
  assert.equal(kustomization?.["namespace"], only("Namespace").metadata?.name);
  assert.equal(
    new URL(only("ConfigMap")["data"].COUNTERSIGN_BASE_URL).host,
    only("HTTPRoute")["spec"].hostnames[0],
  );
});
