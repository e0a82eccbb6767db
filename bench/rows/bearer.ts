import { basicHeader, bearerFor } from "../../test/support/flow.ts";
import type { TestApplication } from "../../test/support/service.ts";
import { httpRequest } from "../load/request.ts";
import { besideFloor } from "./beside-floor.ts";
import { atLeast, type Bench, type Row } from "./row.ts";

/** A bearer token in use. */
export async function bearer(bench: Bench): Promise<readonly Row[]> {
  const { origin } = bench.service;
  const token = await bearerFor(origin, firstApplication(bench));
  const headers = { authorization: `Bearer ${token}` };
  const path = "/1.1/application/rate_limit_status.json";
  const request = httpRequest("GET", origin, path, headers);
  const row = await besideFloor(bench, {
    name: "bearer use",
    plan: { kind: "fixed", request },
    connections: 64,
  });
  return [{ ...row, goal: atLeast(row.ratio, 0.7) }];
}

/** `oauth2/token`, asked again while one is outstanding: nearly every real call of it. */
export async function oauth2Token(bench: Bench): Promise<readonly Row[]> {
  const { origin } = bench.service;
  const application = firstApplication(bench);
  await bearerFor(origin, application);
  const request = httpRequest(
    "POST",
    origin,
    "/oauth2/token",
    { authorization: basicHeader(application) },
    "grant_type=client_credentials",
  );
  const row = await besideFloor(bench, {
    name: "oauth2/token",
    plan: { kind: "fixed", request },
    connections: 64,
  });
  return [{ ...row, goal: atLeast(row.ratio, 0.6) }];
}

export function firstApplication({ store }: Bench): TestApplication {
  const [application] = store.applications;
  if (application === undefined) throw new Error("the store has no application");
  return application;
}
