import type { Application } from "../../domain/application.ts";
import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import { seenMark } from "../../domain/seen.ts";
import { pageReply, type Reply, seeOther } from "../../endpoint.ts";
import type { ApplicationDone } from "../../languages/english/admin.ts";
import { limitsOfApplications } from "../../rate-limits/limits-in-force.ts";
import { type ApplicationReport, applicationPage } from "../../views/admin/applications/id.ts";
import type { PersonCall } from "../person-call.ts";

export interface AdminApplicationCall extends PersonCall {
  readonly application: Application;
}

export async function applicationIn(call: PersonCall): Promise<AdminApplicationCall | undefined> {
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
  const { application, person, now } = call;
  const { ledger, config } = call.dependencies;
  const owners = { applicationId: application.id, userId: application.ownerId };
  return {
    person,
    application,
    grants: { count: await ledger.countGrants(application.id, mostCounted), most: mostCounted },
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

const mostCounted = 1_000;
