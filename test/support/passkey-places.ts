/** The four places where the service accepts an authenticator's signature, all in one browser. */
import assert from "node:assert/strict";
import { type Authenticator, authenticator, type Untrue } from "./authenticator.ts";
import { askedOn } from "./passkeys.ts";
import { formOn, type Shown, type Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

export interface Place {
  /** The options that its page gives to the browser. */
  readonly options: string;
  readonly challenge: string;
  readonly send: (response: string) => Promise<Shown>;
}

export type PlaceName = "sign-in" | "second-step" | "again" | "add";

export interface Places extends Record<PlaceName, Place> {
  readonly visitor: Visitor;
  readonly baseUrl: string;
}

/**
 * Alice's places, in a browser where she is signed in, has a passkey, and proved it too long ago to change anything.
 * All share one session id, so that only their purposes and users differ.
 */
export async function placesOf(
  { baseUrl, alice, signed }: World,
  visitor: Visitor,
): Promise<Places> {
  const given = await signed("POST", "/oauth/request_token", { oauth: { oauth_callback: "oob" } });
  const token = new URLSearchParams(await given.text()).get("oauth_token");
  const forced = await visitor.get(`/oauth/authorize?oauth_token=${token}&force_login=true`);
  const { csrf = "" } = formOn(forced.html).hidden;
  const back = { csrf, continue: "/account" };
  const credentials = { username: alice.screenName, password: alice.password };
  const page = await visitor.post("/sign-in", { ...back, ...credentials });
  const change = { csrf, change: "new-codes" };
  const again = askedOn(await visitor.post("/account/two-step", change), "current_passkey");
  const place = (options: string | undefined, path: string, send: Place["send"]): Place => {
    assert.ok(options, `${path} asks for a passkey`);
    return { options, challenge: JSON.parse(options).challenge, send };
  };
  return {
    visitor,
    baseUrl,
    "sign-in": place(askedOn(forced), "/sign-in", (passkey) =>
      visitor.post("/sign-in", { ...back, passkey }),
    ),
    "second-step": place(
      askedOn(await visitor.get(page.location ?? "")),
      "/sign-in/code",
      (passkey) => visitor.post("/sign-in/code", { ...back, passkey }),
    ),
    again: place(again, "/account/two-step", (passkey) =>
      visitor.post("/account/two-step", { ...change, current_passkey: passkey }),
    ),
    add: place(askedOn(await visitor.get("/account/passkeys")), "/account/passkeys", (sent) => {
      // The new passkey, and the proof that is required for adding one.
      const [passkey = "", current_passkey = ""] = sent.split(" ");
      const form = { csrf, change: "add", name: "x", passkey, current_passkey };
      return visitor.post("/account/passkeys", form);
    }),
  };
}

/** The response of a browser at this place; at `add`, a new passkey and the proof of `key` that is required for it. */
export function passkeyResponse(
  places: Places,
  name: PlaceName,
  key: Authenticator,
  untrue: Untrue = {},
): string {
  const { options } = places[name];
  if (name !== "add") return key.get(options, untrue);
  return `${authenticator(places.baseUrl).create(options, untrue)} ${key.get(places.again.options)}`;
}
