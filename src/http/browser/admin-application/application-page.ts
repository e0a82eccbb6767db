import type { Application } from "../../../domain/application.ts";
import { type ApplicationId, idFrom } from "../../../domain/credentials.ts";
import { seenMark } from "../../../domain/seen.ts";
import type { ApplicationDone } from "../../../pages/languages/english/admin.ts";
import {
  type ApplicationReport,
  applicationPage,
} from "../../../pages/views/admin/applications/id.ts";
import { limitsOfApplications } from "../../../verification/rate-limits/limits-in-force.ts";
import { pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";
import type { ViewerCall } from "../viewer-call.ts";

export interface AdminApplicationCall extends ViewerCall {
  readonly application: Application;
}

export async function applicationIn(call: ViewerCall): Promise<AdminApplicationCall | undefined> {
  const id = idFrom<ApplicationId>(call.parameters.id);
  const application = id && (await call.dependencies.ledger.applicationById(id));
  return application && { ...call, application };
}

export async function showApplication(
  call: AdminApplicationCall,
  more: Partial<ApplicationReport>,
  status = 200,
): Promise<Reply> {
  return pageReply(applicationPage({ ...(await report(call)), ...more }), { status });
}

export function applicationDone(
  { application }: AdminApplicationCall,
  what: ApplicationDone,
): Reply {
  return seeOther(`/admin/applications/${application.id}?${what}`);
}

export async function report(call: AdminApplicationCall): Promise<ApplicationReport> {
  const { application, session, viewer, now } = call;
  const { ledger, config } = call.dependencies;
  const owners = { applicationId: application.id, userId: application.ownerId };
  return {
    viewer,
    application,
    grants: { count: await ledger.countGrants(application.id, maxCounted), most: maxCounted },
    isInPortal: (await ledger.applicationRole(application.id, session.userId)) !== undefined,
    bearer: { ...(await ledger.applicationKeys(owners, now)), now },
    limits: limitsOfApplications(config).map(({ name, usual }) => ({
      name,
      usual,
      own: String(application.limits[name] ?? ""),
    })),
    limitsSeen: seenMark([application.limits], []),
    limitsAreOff: config.rateLimits === "off",
  };
}

const maxCounted = 1_000;
