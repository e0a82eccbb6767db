/** A request in the form in which operations get it, for tests of what they read from it. */
import { formBodyOf } from "#oauth1";
import type { Incoming } from "../../src/verification/authentication/incoming.ts";

/** A POST of an empty form, unless `parts` say otherwise. */
export function incoming(parts: Partial<Incoming> = {}): Incoming {
  const sent = { contentType: "application/x-www-form-urlencoded", body: "", ...parts };
  return {
    id: "1",
    method: "POST",
    path: "/",
    query: undefined,
    headers: {},
    secure: true,
    authorization: undefined,
    authorizations: 0,
    address: "127.0.0.1",
    form: formBodyOf(sent),
    ...sent,
  };
}
