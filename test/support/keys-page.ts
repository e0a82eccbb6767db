/** The credential pages of an application, as its owner uses them. */

import { decoded, type Shown, shownOnce, type Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

export type Credential = "consumer-secret" | "bearer-token" | "access-token";

export const credentials: readonly Credential[] = [
  "consumer-secret",
  "bearer-token",
  "access-token",
];

/** The fields that make a secret, by credential. */
export const making: Readonly<Record<Credential, Record<string, string>>> = {
  "consumer-secret": { change: "regenerate", overlap: "24h" },
  "bearer-token": { change: "issue" },
  "access-token": { change: "create" },
};

export function pathOf({ application }: World, credential: Credential): string {
  return `/portal/applications/${application.id}/${credential}`;
}

/** The hidden fields of the page's forms; if two have the same name, the last one counts. */
export async function hiddenOn(
  world: World,
  visitor: Visitor,
  credential: Credential,
): Promise<Record<string, string>> {
  const { html } = await visitor.get(pathOf(world, credential));
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, decoded(value)]));
}

/** Opens the page and sends one of its forms. */
export async function send(
  world: World,
  visitor: Visitor,
  credential: Credential,
  fields: Record<string, string>,
): Promise<Shown> {
  const hidden = await hiddenOn(world, visitor, credential);
  return visitor.post(pathOf(world, credential), { ...hidden, ...fields });
}

/** The values in the box for things that are shown once. */
export function shownOn({ status, html }: Shown): string[] {
  const values = shownOnce(html);
  if (values.length === 0) throw new Error(`${status}: nothing is shown once on this page`);
  return values;
}

/** Whether a request signed with this secret is accepted. */
export async function signs(world: World, as: World["application"]): Promise<boolean> {
  const oauth = { oauth_callback: "https://weather.example/callback" };
  const { status } = await world.signed("POST", "/oauth/request_token", { as, oauth });
  if (status !== 200 && status !== 401) throw new Error(`${status}`);
  return status === 200;
}
