import { userOnly } from "../../authentication/bearer.ts";
import type { AccessTokenCredentials } from "../../domain/access-token.ts";
import { endpoint, jsonReply } from "../endpoint.ts";

/** docs/reference/interface.md §9. */
export const verifyCredentials = endpoint({
  name: "account/verify_credentials",
  paths: ["/1.1/account/verify_credentials.json"],
  methods: ["GET"],
  section: "9",
  summary: "The user whose access token signs the request",
  caller: userOnly,
  limit: "account/verify_credentials",
  reads: [
    {
      name: "include_email",
      required: false,
      meaning: "true: with the e-mail address, where the person was asked for it.",
    },
  ],
  answers: "json",
  answerFields: ["id", "id_str", "screen_name", "name", "created_at"],
  operation({ caller: { consumer, access, request }, surroundings: { origins } }) {
    const wantsEmail = /^(true|1|t)$/i.test(request.parameter("include_email") ?? "");
    const email = wantsEmail && consumer.requestEmail && access.emailGranted;
    const user = userObject(access.user, origins[0]);
    return jsonReply(email ? { ...user, email: access.user.email || null } : user, {
      "x-access-level": access.access === "write" ? "read-write" : "read",
    });
  },
});

/** Fields in the types that sign-in libraries rely on: some call string methods on the pictures. */
function userObject(user: AccessTokenCredentials["user"], origin: string) {
  const picture = `${origin}/pictures/${user.id}.svg`;
  return {
    id: Number(user.id),
    id_str: user.id,
    name: user.name || user.screenName,
    screen_name: user.screenName,
    location: "",
    description: "",
    url: null,
    protected: false,
    verified: false,
    created_at: asDate(user.createdAt),
    profile_image_url: picture,
    profile_image_url_https: picture,
    default_profile_image: true,
    suspended: false,
  };
}

/** `Sat Nov 21 13:59:51 +0000 2026`: the form that clients of such services parse. */
function asDate(milliseconds: number): string {
  // `Sat, 21 Nov 2026 13:59:51 GMT`
  const utc = new Date(milliseconds).toUTCString();
  return `${utc.slice(0, 3)} ${utc.slice(8, 11)} ${utc.slice(5, 7)} ${utc.slice(17, 25)} +0000 ${utc.slice(12, 16)}`;
}
