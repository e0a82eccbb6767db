import { requestTokenFor } from "../../test/support/flow.ts";
import { Person } from "../../test/support/person.ts";
import { callback } from "../store/store.ts";
import { firstApplication } from "./bearer.ts";
import { besideFloor } from "./beside-floor.ts";
import type { Bench, Row } from "./row.ts";

/** Whole flows of four requests: request token, consent page, its answer, exchange. A person a connection, signed in once. */
export async function wholeFlow(bench: Bench): Promise<readonly Row[]> {
  const { service, store } = bench;
  const application = firstApplication(bench);
  const cookies: string[] = [];
  for (const user of store.people) {
    const person = new Person(service.origin);
    const request = await requestTokenFor(service.origin, application, callback);
    await person.open(`/oauth/authorize?oauth_token=${request.token}`, user);
    cookies.push([...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  }
  const row = await besideFloor(bench, {
    name: "three-legged flow",
    plan: { kind: "flow", origin: service.origin, application, callback, cookies },
    connections: store.people.length,
    warmUp: 1000,
  });
  return [row];
}
