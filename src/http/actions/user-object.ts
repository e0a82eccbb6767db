import type { AccessTokenCredentials } from "../../domain/access-token.ts";

/** Fields have the types that sign-in libraries rely on. Some call string methods on the picture URLs. */
export function userObject(user: AccessTokenCredentials["user"], origin: string) {
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

/** `Sat Nov 21 13:59:51 +0000 2026`: the format that clients of this interface parse. */
function asDate(milliseconds: number): string {
  // `Sat, 21 Nov 2026 13:59:51 GMT`
  const utc = new Date(milliseconds).toUTCString();
  return `${utc.slice(0, 3)} ${utc.slice(8, 11)} ${utc.slice(5, 7)} ${utc.slice(17, 25)} +0000 ${utc.slice(12, 16)}`;
}
