import { changeLimits } from "../../actions/change-limits.ts";
import { withAsciiDigits } from "../../domain/ascii-digits.ts";
import { type LimitChanges, mostLimit } from "../../domain/limits.ts";
import { isOutdated } from "../../domain/seen.ts";
import type { Reply } from "../../endpoint.ts";
import type { LimitShown } from "../../views/admin/applications/id.ts";
import { notFound } from "../error-reply.ts";
import type { Form } from "../signed-in.ts";
import {
  type AdminApplicationCall,
  applicationDone,
  applicationIn,
  askForProof,
  report,
  showApplication,
} from "./application-page.ts";

/** Changes all limits at once, as the form showed them. If one is invalid, none changes. */
export async function limitTo(call: AdminApplicationCall, form: Form): Promise<Reply> {
  const usual = await report(call);
  const limits = usual.limits.map((one) => typedLimit(one, form.get(one.name) ?? ""));
  // Nothing is left to change, for example after a double click.
  if (limits.every((one, at) => one.own === usual.limits[at]?.own)) {
    return applicationDone(call, "limits-changed");
  }
  // Before everything else: a page that is shown again has the mark of the current limits.
  if (isOutdated(form, usual.limitsSeen)) return limitsChanged(call);
  if (limits.some((one) => one.wrong)) return showApplication(call, { limits }, { status: 422 });
  const asked = await askForProof(call, form, (unproven) => ({ limits, unproven, limiting: true }));
  if (asked !== undefined) return asked;
  const given = limits.filter((one) => one.own !== "");
  const changed: LimitChanges = Object.fromEntries(given.map((one) => [one.name, Number(one.own)]));
  const { application, dependencies, auditContext } = call;
  const change = { applicationId: application.id, limits: changed, seen: application.limits };
  if (await changeLimits(dependencies, change, auditContext)) {
    return applicationDone(call, "limits-changed");
  }
  const present = await applicationIn(call);
  return present === undefined ? notFound(call) : limitsChanged(present);
}

function limitsChanged(call: AdminApplicationCall): Promise<Reply> {
  return showApplication(call, { limitsChanged: true }, { status: 409 });
}

function typedLimit(limit: LimitShown, typed: string): LimitShown {
  const own = withAsciiDigits(typed.trim());
  const isRight =
    own === "" || (/^\d{1,7}$/.test(own) && Number(own) >= 1 && Number(own) <= mostLimit);
  return { ...limit, own, wrong: !isRight };
}
