import { relyingPartyAt } from "../../../accounts/offered-methods.ts";
import { RequestError } from "../../../domain/errors.ts";
import { anonymous } from "../../../verification/authentication/authentication.ts";
import { originFor } from "../../../verification/authentication/origin.ts";
import { endpoint, jsonReply } from "../../operation/endpoint.ts";

/** https://www.w3.org/TR/passkey-endpoints/. The URLs are absolute, at the origin that was called. */
export const passkeyEndpoints = endpoint({
  name: ".well-known/passkey-endpoints",
  paths: ["/.well-known/passkey-endpoints"],
  methods: ["GET"],
  section: "19",
  summary: "Where password managers send a user who wants to add or manage passkeys",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "json",
  responseFields: {
    enroll: "The URL of the page where a user adds a passkey.",
    manage: "The URL of the page where a user manages passkeys.",
  },
  operation({ incoming, dependencies }) {
    if (relyingPartyAt(incoming, dependencies) === undefined) throw new RequestError("noSuchPath");
    const page = `${originFor(incoming, dependencies.origins)}/account/passkeys`;
    return jsonReply({ enroll: page, manage: page });
  },
});
