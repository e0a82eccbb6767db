import { type Application, noLinks } from "../domain/application.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../domain/credentials.ts";

export const weatherBot: Application = {
  id: "1" as ApplicationId,
  ownerId: "1" as UserId,
  ownerScreenName: "alice",
  name: "Weather Bot",
  description: "Posts the forecast for your town every morning.",
  website: "https://weatherbot.example/",
  access: "write",
  signIn: true,
  requestEmail: false,
  consumerKey: "AbCdEfGhIjKlMnOpQrStUvWxY" as ConsumerKey,
  callbacks: ["https://weatherbot.example/callback", "weatherbot://"],
  confirmedSchemes: ["weatherbot"],
  identityChangedAt: undefined,
  icon: undefined,
  links: noLinks,
  createdAt: Date.UTC(2026, 4, 3, 10, 20),
  secretSetAt: Date.UTC(2026, 4, 3, 10, 20),
  limits: {},
  suspendedBecause: undefined,
};

export const suspendedBot: Application = {
  ...weatherBot,
  suspendedBecause: "It asked people for their passwords by mail.",
};
