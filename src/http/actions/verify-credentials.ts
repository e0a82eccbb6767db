/** The user whose access token signs a request: what programs call, and what the page "Try it" calls for them. */
import { userOnly } from "../../verification/authentication/callers.ts";
import type { UserCaller } from "../../verification/authentication/signed-request.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { type Endpoint, jsonReply } from "../operation/endpoint.ts";
import { userObject } from "./user-object.ts";

/** docs/reference/interface.md §9. */
export const verifyCredentials = {
  name: "account/verify_credentials",
  caller: userOnly,
  limit: "account/verify_credentials",
  reads: [
    {
      name: "include_email",
      required: false,
      meaning: "true: include the email address, if the user consented to it.",
    },
  ],
  operation({
    caller: { consumer, access, request },
    dependencies: { origins },
  }: {
    readonly caller: UserCaller;
    readonly dependencies: Pick<Dependencies, "origins">;
  }) {
    const wantsEmail = /^(true|1|t)$/i.test(request.parameter("include_email") ?? "");
    const email = wantsEmail && consumer.requestEmail && access.emailGranted;
    const user = userObject(access.user, origins[0]);
    return jsonReply(email ? { ...user, email: access.user.email || null } : user, {
      "x-access-level": access.access === "write" ? "read-write" : "read",
    });
  },
} satisfies Pick<Endpoint<UserCaller>, "name" | "caller" | "limit" | "reads" | "operation">;
