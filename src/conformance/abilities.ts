/** What a provider can do decides which cases are tried. */
import type { Case, Method, Operation, Placement, SignatureMethod, Step } from "./case.ts";
import type { Provider } from "./config.ts";

export type Ability =
  | Operation
  | Placement
  | SignatureMethod
  | `${Method} ${Operation}`
  | `no ${SignatureMethod}`
  | "authorization page"
  | "approval"
  | "denial"
  | "callback"
  | "pin"
  | "registered callbacks"
  | "second client"
  | "standing token";

export function abilitiesOf(provider: Provider): ReadonlySet<Ability> {
  const found = new Set<Ability>([...provider.placements, ...provider.signatureMethods]);
  for (const one of ["HMAC-SHA1", "RSA-SHA1", "PLAINTEXT"] as const) {
    if (!provider.signatureMethods.includes(one)) found.add(`no ${one}`);
  }
  for (const [operation, endpoint] of Object.entries(provider.endpoints)) {
    found.add(operation as Operation);
    for (const method of endpoint.methods) found.add(`${method} ${operation as Operation}`);
  }
  if (provider.authorization !== undefined) found.add("authorization page");
  if (provider.callback === "oob") found.add("pin");
  else found.add("callback");
  if (provider.callback !== "oob" && provider.registeredCallbacks)
    found.add("registered callbacks");
  if (provider.secondClient !== undefined) found.add("second client");
  const approves = provider.approval !== undefined && provider.authorization !== undefined;
  if (approves) found.add("approval");
  if (approves && provider.approval?.denies) found.add("denial");
  if (provider.token !== undefined || (approves && provider.endpoints["access-token"])) {
    found.add("standing token");
  }
  return found;
}

/** All that a case needs: what it says, and what its steps imply. */
export function needsOf({ needs = [], steps }: Case): readonly Ability[] {
  return [...new Set([...needs, ...steps.flatMap(needsOfStep)])];
}

function needsOfStep(step: Step): readonly Ability[] {
  if ("approve" in step) return step.decision === "deny" ? ["approval", "denial"] : ["approval"];
  if ("open" in step) return ["authorization page"];
  const sent = "send" in step ? step.send : step.together;
  const needs: Ability[] = [sent.to];
  if (sent.placement !== undefined) needs.push(sent.placement);
  if (sent.method !== undefined) needs.push(`${sent.method} ${sent.to}`);
  const extras = sent.extra?.map((extra) => extra.in) ?? [];
  if (sent.placement === "form" || extras.includes("form")) needs.push(`POST ${sent.to}`);
  if (extras.includes("header")) needs.push("header");
  if (sent.header !== undefined) needs.push("header");
  if (sent.signatureMethod !== undefined) needs.push(sent.signatureMethod);
  if (sent.client === "second") needs.push("second client");
  if (sent.otherMethod) needs.push(`GET ${sent.to}`, `POST ${sent.to}`);
  const standing = sent.to === "resource" && sent.token === undefined;
  if (standing || sent.token === "standing") needs.push("standing token");
  return needs;
}
