import { RequestError } from "../../../domain/errors.ts";
import { anonymous } from "../../../verification/authentication/authentication.ts";
import { endpoint } from "../../operation/endpoint.ts";

/** https://w3c.github.io/webappsec-change-password-url/, which wants a temporary redirect. */
export const changePassword = endpoint({
  name: ".well-known/change-password",
  paths: ["/.well-known/change-password"],
  methods: ["GET"],
  section: "19",
  summary: "Where password managers send a user who wants to change a password",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "page",
  operation({ dependencies: { config } }) {
    if (config.signInMethods !== "all") throw new RequestError("noSuchPath");
    return { status: 302, type: "none", body: "", headers: { location: "/account/password" } };
  },
});
