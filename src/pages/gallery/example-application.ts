import type { Application } from "../../domain/application.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../../domain/credentials.ts";
import { emptyDraft } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  approvedStatus,
  emptyRequest,
} from "../../domain/fields/approval.ts";
import { picture } from "../views/picture.ts";
import type { Previewed } from "../views/portal/preview.ts";

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
  plan: undefined,
  suspendedBecause: undefined,
  ...emptyRequest,
  ...approvedStatus,
};

export const suspendedBot: Application = {
  ...weatherBot,
  suspendedBecause: "It asked users for their passwords by mail.",
};

/** What is said of an application that waits for approval. */
export const exampleRequest: ApprovalRequest = {
  purpose: "Posts the forecast for your town every morning.",
  expectedUsers: "About fifty users in our town",
  answers: ["Where is it hosted?\nOn a server in our town hall"],
};

export const waitingBot: Application = {
  ...weatherBot,
  ...exampleRequest,
  approval: "waiting",
  approvalSince: weatherBot.createdAt,
};

/** It is approved, and a change of it waits. */
export const changedBot: Application = {
  ...waitingBot,
  access: "read",
  awaitedAccess: "write",
  awaitedCallbacks: [...weatherBot.callbacks, "https://new.example/callback"],
};

/** Pages shown without a service get this image as an application's icon. */
export function exampleIcon(path: string | undefined): string | undefined {
  if (!path?.startsWith("/icons/")) return undefined;
  return picture("2").toString().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}

/** What the preview of its consent page shows besides a draft. */
export const previewedBot: Previewed = {
  id: weatherBot.id,
  ownerScreenName: weatherBot.ownerScreenName,
  isNew: false,
  userId: "1000000000000001",
  of: weatherBot,
};
