import type { Ability } from "./abilities.ts";
import type { Case, Step } from "./case.ts";

/** The abilities that a case needs: those that it lists, and those that its steps imply. */
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
  if (sent.body !== undefined) needs.push("body hashes", `POST ${sent.to}`);
  if (sent.client === "second") needs.push("second client");
  if (sent.otherMethod) needs.push(`GET ${sent.to}`, `POST ${sent.to}`);
  const quota = sent.to === "resource" && sent.token === undefined;
  if (quota || sent.token === "quota") needs.push("standing token");
  return needs;
}
