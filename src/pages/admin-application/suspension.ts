import { restoreApplication, suspendApplication } from "../../actions/suspend.ts";
import { readReason } from "../../domain/operating.ts";
import type { Reply } from "../../endpoint.ts";
import type { Form } from "../signed-in.ts";
import {
  type AdminApplicationCall,
  applicationDone,
  askForProof,
  showApplication,
} from "./application-page.ts";

export async function suspend(call: AdminApplicationCall, form: Form): Promise<Reply> {
  const typed = form.get("reason") ?? "";
  const read = readReason(typed);
  if (!read.ok) {
    const again = { typed: { reason: typed, problem: read.problem } };
    return showApplication(call, again, { status: 422 });
  }
  const asked = await askForProof(call, form, (unproven) => ({
    typed: { reason: typed },
    unproven,
  }));
  if (asked !== undefined) return asked;
  const { application, dependencies, auditContext } = call;
  await suspendApplication(dependencies.ledger, application.id, read.reason, auditContext);
  return applicationDone(call, "suspended");
}

export async function restore(call: AdminApplicationCall, form: Form): Promise<Reply> {
  const asked = await askForProof(call, form, (unproven) => ({ unproven }));
  if (asked !== undefined) return asked;
  const { application, dependencies, auditContext } = call;
  await restoreApplication(dependencies.ledger, application.id, auditContext);
  return applicationDone(call, "restored");
}
