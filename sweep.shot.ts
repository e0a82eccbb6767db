import { adminEndpoints } from "./src/http/admin-api/endpoints.ts";
import { startAdminService } from "./test/admin-api/support.ts";
import { readFileSync } from "node:fs";
const doc = JSON.parse(readFileSync("docs/reference/admin-openapi.json", "utf8"));
const resolve = (s: any): any => (s?.$ref ? resolve(doc.components.schemas[s.$ref.split("/").pop()]) : s);
await using service = await startAdminService({ RATE_LIMITS: "off" });
const seen = new Map<string, string>();
for (const { path, operations } of adminEndpoints) for (const op of operations) {
  const p = path.replace("/admin/v1", "").replace(/:\w+/g, "1");
  const o = doc.paths[path.replace(/:(\w+)/g, "{$1}")][op.method.toLowerCase()];
  const bodies: unknown[] = [];
  const s = resolve(o.requestBody?.content?.["application/json"]?.schema);
  if (s) {
    bodies.push({}, [], "x", 7, null, { nonsense: 1 });
    for (const opt of s.anyOf ?? [s]) for (const n of Object.keys(opt.properties ?? {})) for (const v of [7, "", null, {}, [], [7], true, -1, 1.5, "x".repeat(5000), "zzz"]) bodies.push({ [n]: v });
  }
  for (const b of bodies) {
    const r = await service.manager.call(op.method, p, b, { "if-match": "*" });
    for (const e of r.body?.errors ?? [{ detail: r.body?.detail }]) if (r.status === 400) seen.set(String(e.detail).replace(/^[\w.[\]]+/, "X"), `${op.name} ${JSON.stringify(b).slice(0, 60)}`);
  }
  for (const q of (o.parameters ?? []).filter((x: any) => x.in === "query")) for (const v of ["", "7777777", "x", "%00", "é", "-1", "a,b", "2026-13-45"]) {
    const r = await service.manager.call(op.method, `${p}?${q.name}=${v}`, op.method === "GET" ? undefined : undefined, { "if-match": "*" });
    for (const e of r.body?.errors ?? [{ detail: r.body?.detail }]) if (r.status === 400) seen.set(String(e.detail).replace(/^[\w.[\]]+/, "X"), `${op.name} ?${q.name}=${v}`);
  }
}
for (const [k, v] of [...seen].sort()) console.log(k, "   <", v);
process.exit(0);
