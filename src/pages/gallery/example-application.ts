import type { Application } from "../../domain/application.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../../domain/credentials.ts";
import { emptyDraft } from "../../domain/fields/application.ts";
import { picture } from "../views/picture.ts";

export const weatherBot: Application = {
  id: "1" as ApplicationId,
  ownerId: "1" as UserId,
  ownerScreenName: "alice",
  ...emptyDraft,
  name: "Weather Bot",
  description: "Posts the forecast for your town every morning.",
  website: "https://weatherbot.example/",
  access: "write",
  signIn: true,
  consumerKey: "AbCdEfGhIjKlMnOpQrStUvWxY" as ConsumerKey,
  callbacks: ["https://weatherbot.example/callback", "weatherbot://"],
  confirmedSchemes: ["weatherbot"],
  identityChangedAt: undefined,
  icon: undefined,
  createdAt: Date.UTC(2026, 4, 3, 10, 20),
  secretSetAt: Date.UTC(2026, 4, 3, 10, 20),
  secretRevokedAt: undefined,
  ownerNotice: undefined,
  limits: {},
  suspendedBecause: undefined,
};

export const suspendedBot: Application = {
  ...weatherBot,
  suspendedBecause: "It asked users for their passwords by mail.",
};

/** Pages shown without a service get this image as an application's icon. */
export function exampleIcon(path: string | undefined): string | undefined {
  if (!path?.startsWith("/icons/")) return undefined;
  return picture("2").toString().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}
