import type { ApplicationId } from "../../src/domain/credentials.ts";
import type { DecidedRequest } from "../../src/domain/decided-request.ts";
import { RequestError, type RequestErrorName } from "../../src/domain/errors.ts";
import { incoming } from "./incoming.ts";

export function verified(applicationId: ApplicationId | undefined, at: number): DecidedRequest {
  return {
    request: incoming(),
    operation: "account/verify_credentials",
    origin: undefined,
    apiLimit: undefined,
    applicationId,
    namedKey: undefined,
    userId: undefined,
    credential: undefined,
    token: undefined,
    traits: 0,
    rejection: undefined,
    authenticated: true,
    issued: false,
    status: undefined,
    access: undefined,
    quota: undefined,
    at,
  };
}

export function rejected(
  applicationId: ApplicationId | undefined,
  name: RequestErrorName,
  at: number,
): DecidedRequest {
  return { ...verified(applicationId, at), rejection: new RequestError(name) };
}
