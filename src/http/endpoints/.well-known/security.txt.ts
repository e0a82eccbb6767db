import { dayMs } from "../../../domain/day.ts";
import { RequestError } from "../../../domain/errors.ts";
import { anonymous } from "../../../verification/authentication/authentication.ts";
import { endpoint } from "../../operation/endpoint.ts";

/** The settings hold for as long as the service runs with them; RFC 9116 §2.5.5 recommends less than a year. */
const expiresAfterDays = 90;

/** RFC 9116. */
export const securityTxt = endpoint({
  name: ".well-known/security.txt",
  paths: ["/.well-known/security.txt"],
  methods: ["GET"],
  section: "19",
  summary: "Where to report a vulnerability",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  operation({ dependencies: { config, clock, origins } }) {
    const { securityContact, securityPolicyUrl } = config;
    if (securityContact === undefined) throw new RequestError("noSuchPath");
    const expires = (Math.floor(clock() / dayMs) + expiresAfterDays) * dayMs;
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(expires).toISOString()}`,
      `Canonical: ${origins[0]}/.well-known/security.txt`,
      ...(securityPolicyUrl === undefined ? [] : [`Policy: ${securityPolicyUrl}`]),
    ];
    return { status: 200, type: "txt", body: `${lines.join("\n")}\n` };
  },
});
