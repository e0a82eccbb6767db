import { restoreApplication, suspendApplication } from "../../actions/suspend.ts";
import { readReason } from "../../domain/operating.ts";
import { isOutdated } from "../../domain/seen.ts";
import type { Reply } from "../../endpoint.ts";
import { suspensionSeen } from "../../views/admin/suspension.ts";
import { notFound } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import {
  type AdminApplicationCall,
  applicationDone,
  applicationIn,
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
  const { ledger } = dependencies;
  const suspended = await suspendApplication(ledger, application.id, read.reason, auditContext);
  return suspended ? applicationDone(call, "suspended") : notFound(call);
}

/** Lifts the suspension that the operator saw, unless the application was suspended for another reason since. */
export async function restore(call: AdminApplicationCall, form: Form): Promise<Reply> {
  const { application, dependencies, auditContext } = call;
  const { suspendedBecause } = application;
  if (suspendedBecause === undefined) return applicationDone(call, "restored");
  if (isOutdated(form, suspensionSeen(application))) return suspendedSince(call);
  const asked = await askForProof(call, form, (unproven) => ({ unproven }));
  if (asked !== undefined) return asked;
  const { ledger } = dependencies;
  const restored = await restoreApplication(ledger, application.id, auditContext, suspendedBecause);
  return restored ? applicationDone(call, "restored") : suspendedSince(call);
}

async function suspendedSince(call: AdminApplicationCall): Promise<Reply> {
  const present = await applicationIn(call);
  if (present === undefined) return notFound(call);
  return showApplication(present, { suspendedSince: true }, { status: 409 });
}
