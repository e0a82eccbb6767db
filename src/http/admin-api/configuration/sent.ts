/** A configuration that a program sent. */
import type { AdminCall } from "../../operation/admin-operation.ts";
import { AdminProblem } from "../../operation/admin-problem.ts";
import {
  type ApplicationEntry,
  applicationEntry,
  type Configuration,
  type SentConfiguration,
} from "./wanted.ts";

/**
 * Each application is validated in a turn of its own. `within` is where the configuration is in the body. Throws 400
 * for the first one that is not valid.
 */
export async function configurationIn(
  { applications, ...service }: SentConfiguration,
  { validated, pause }: Pick<AdminCall, "pause"> & Pick<AdminCall["server"], "validated">,
  within: readonly string[] = [],
): Promise<Configuration> {
  if (applications === undefined) return service;
  const entries: ApplicationEntry[] = [];
  for (const [at, one] of applications.entries()) {
    await pause();
    entries.push(validated(applicationEntry, one, [...within, "applications", at]));
  }
  return { ...service, applications: entries };
}

/** Throws 400 for a configuration with several parts: the work of a change must not grow with the whole plan. */
export function onePartOf(sent: SentConfiguration): SentConfiguration {
  const { applications = [], administrators, settings } = sent;
  const others = [administrators, settings].filter((one) => one !== undefined);
  if (applications.length + others.length === 1) return sent;
  const detail =
    "Send only the part of the configuration that wants the change: one application, the settings, or the administrators.";
  throw new AdminProblem("invalid-request", detail, {
    errors: [{ at: "configuration", detail }],
  });
}
