/** Every write about applications and their tokens, for `performEveryWrite`. */

import { randomBytes } from "node:crypto";
import { type ApiLimitName, apiLimitName } from "../../domain/api-limits.ts";
import {
  mintAccessTokenCandidate,
  mintApplicationId,
  mintBearerToken,
  mintConsumerKey,
  mintConsumerSecret,
  mintVerifier,
  Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { emptyDraft } from "../../domain/fields/application.ts";
import { oldSecretMs } from "../../domain/notification.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { WriteName } from "../sql/write.ts";
import {
  approve,
  bearerOf,
  by,
  type Example,
  exchange,
  grant,
  issue,
  now,
  somebody,
  touching,
  type World,
} from "./seeded-ledger.ts";

export const applicationWrites = {
  createApplication: touching(["+1 application, +1 audit_event"], ({ ledger, alice }) =>
    ledger.createApplication(
      {
        ...drafted,
        id: mintApplicationId(randomBytes),
        ownerId: alice,
        consumerKey: mintConsumerKey(randomBytes),
        consumerSecret: mintConsumerSecret(randomBytes),
        now,
        most: 9,
      },
      by,
    ),
  ),
  revokeConsumerSecret: touching(
    ["~1 application, -1 bearer_token, +1 audit_event, +1 notice, +2 revocation"],
    async (world) => {
      await bearerOf(world.ledger, world.application);
      await revokeSecret(world, now + 1);
    },
  ),
  notifyOwner: touching(
    ["~1 application, +1 audit_event, +1 notice"],
    ({ ledger, application: applicationId }) =>
      ledger.notifyOwner({ applicationId, message: "It leaked." }, by),
  ),
  revokePreviousSecret: touching(
    ["~1 application, -1 previous_bearer_token, +1 audit_event, +2 revocation"],
    async (world) => {
      await bearerOf(world.ledger, world.application);
      await regenerate(world);
      const old = { applicationId: world.application, secretSetAt: now, now };
      await world.ledger.revokePreviousSecret(old, by);
    },
  ),
  changeApplicationLimits: touching(["~1 application, +1 audit_event"], ({ ledger, application }) =>
    ledger.changeApplicationLimits(
      { applicationId: application, limits: { "oauth2/token": 7 }, seen: {} },
      by,
    ),
  ),
  savePlan: touching(["+1 plan, +1 audit_event"], ({ ledger }) => savedPlan(ledger)),
  deletePlan: touching(
    ["-1 plan, ~1 application, +1 audit_event"],
    async ({ ledger, application: applicationId }) => {
      const name = await savedPlan(ledger);
      await ledger.setApplicationPlan({ applicationId, plan: name, seen: undefined }, by);
      await ledger.deletePlan({ name, seen: 1, frees: true }, by);
    },
  ),
  saveApiLimit: touching(["+1 api_limit, +1 audit_event"], ({ ledger }) => savedApiLimit(ledger)),
  deleteApiLimit: touching(["-1 api_limit, +1 audit_event"], async ({ ledger }) => {
    const name = await savedApiLimit(ledger);
    await ledger.deleteApiLimit({ name, seen: 1 }, by);
  }),
  setApplicationPlan: touching(
    ["~1 application, +1 audit_event"],
    async ({ ledger, application: applicationId }) => {
      const plan = await savedPlan(ledger);
      await ledger.setApplicationPlan({ applicationId, plan, seen: undefined }, by);
    },
  ),
  changeApplication: touching(
    [
      "~1 application, -3 request_token, -1 access_token, ~1 access_token, +1 audit_event, ~2 grant_count, +3 revocation",
    ],
    async (world) => {
      const { ledger, application: applicationId } = world;
      await issue(world, now + 1, { callback: "https://a.example/cb" });
      const from = await ledger.applicationById(applicationId);
      if (from === undefined) throw new Error("the application is there");
      await ledger.changeApplication({ applicationId, from, draft: drafted, now }, by);
    },
  ),
  configureApplication: touching(
    [
      "~1 application, -2 collaborator, +1 collaborator, +6 audit_event, +2 notice, +3 revocation",
      "-1 application, -1 collaborator, -5 request_token, -3 access_token, +1 audit_event, -2 grant_count, +1 deleted_application, -4 notice, -1 limit_notice, +1 revocation, -1 logged_request",
    ],
    async (world) => {
      const { ledger, application: applicationId } = world;
      const application = await ledger.applicationById(applicationId);
      if (application === undefined) throw new Error("the application is there");
      const { users } = await ledger.collaborators(applicationId, now);
      const configuration = {
        applicationId,
        from: { application, collaborators: users },
        draft: { ...drafted, access: application.access },
        limits: { "oauth2/token": 7 },
        suspendedBecause: "abuse",
        collaborators: [{ userId: world.bob, role: "editor" }],
        now,
      } as const;
      await ledger.configureApplication(configuration, by);
      const configured = (await ledger.applicationById(applicationId)) ?? application;
      const { users: invited } = await ledger.collaborators(applicationId, now);
      const seen = { application: configured, collaborators: invited };
      await ledger.configureApplication({ applicationId, from: seen, isAbsent: true, now }, by);
    },
  ),
  regenerateConsumerSecret: touching(
    ["~1 application, -1 bearer_token, +1 previous_bearer_token, +1 audit_event, +1 notice"],
    async (world) => {
      await bearerOf(world.ledger, world.application);
      await regenerate(world);
    },
  ),
  setApplicationIcon: touching(
    ["~1 application, +1 application_icon, +1 audit_event"],
    ({ ledger, application: applicationId }) => {
      const icon = { digest: "d", image: Buffer.from("i") };
      return ledger.setApplicationIcon({ applicationId, icon, now }, by);
    },
  ),
  confirmScheme: touching(
    ["~1 application, +1 audit_event"],
    ({ ledger, application: applicationId }) =>
      ledger.confirmScheme({ applicationId, scheme: "myapp" }, by),
  ),
  requestApproval: touching(["~1 application, +1 audit_event"], async (world) => {
    await declined(world);
    const request = { purpose: "Weather", expectedUsers: "Fifty", answers: ["Where?\nHere"] };
    await world.ledger.requestApproval({ from: await present(world), request, now }, by);
  }),
  takeBackChange: touching(["~1 application, +1 audit_event"], async (world) => {
    await awaiting(world);
    await world.ledger.takeBackChange(world.application, by);
  }),
  approveApplication: touching(["~1 application, +2 audit_event, +1 notice"], async (world) => {
    await awaiting(world);
    await world.ledger.approveApplication({ from: await present(world), now }, by);
  }),
  askAboutApplication: touching(["~1 application, +1 audit_event, +1 notice"], async (world) => {
    await awaiting(world);
    await world.ledger.askAboutApplication(
      { from: await present(world), question: "Why?", now },
      by,
    );
  }),
  declineApplication: touching(
    ["~1 application, +1 audit_event, +1 notice, +1 revocation"],
    declined,
  ),
  suspendApplication: touching(
    ["~1 application, +1 audit_event, +1 notice, +1 revocation"],
    ({ ledger, application }) => ledger.suspendApplication(application, "abuse", by),
  ),
  restoreApplication: touching(
    ["~1 application, +1 audit_event, +1 notice"],
    async ({ ledger, application }) => {
      await ledger.suspendApplication(application, "abuse", by);
      await ledger.restoreApplication(application, by);
    },
  ),
  deleteApplication: touching(
    [
      "-1 application, -2 collaborator, -5 request_token, -3 access_token, +1 audit_event, -2 grant_count, +1 deleted_application, -2 notice, -1 limit_notice, +1 revocation, -1 logged_request",
    ],
    ({ ledger, application }) => ledger.deleteApplication(application, by),
  ),
  inviteCollaborator: touching(["+1 collaborator, +1 audit_event"], (world) => invite(world)),
  changeCollaborator: touching(
    ["~1 collaborator, +1 audit_event, +1 revocation"],
    async (world) => {
      await invite(world);
      await world.ledger.changeCollaborator({ ...bobs(world), role: "viewer" }, by);
    },
  ),
  removeCollaborator: touching(
    ["-1 collaborator, +1 audit_event, +1 revocation"],
    async (world) => {
      await invite(world);
      await world.ledger.removeCollaborator(bobs(world), by);
    },
  ),
  acceptInvitation: touching(["~1 collaborator, +1 audit_event, +1 notice"], async (world) => {
    await invite(world);
    await world.ledger.acceptInvitation({ ...bobs(world), role: "editor" }, by);
  }),
  offerOwnership: touching(["+1 ownership_offer, +1 audit_event, +1 notice"], (world) =>
    offer(world),
  ),
  endOwnershipOffer: touching(["-1 ownership_offer, +1 audit_event"], async (world) => {
    await offer(world);
    await world.ledger.endOwnershipOffer(bobs(world), by);
  }),
  acceptOwnership: touching(
    [
      "~1 application, -1 collaborator, -1 ownership_offer, +1 audit_event, +1 notice, +2 revocation",
    ],
    async (world) => {
      await offer(world);
      await world.ledger.acceptOwnership({ ...bobs(world), most: 9 }, by);
    },
  ),
  transferApplication: touching(
    ["~1 application, -1 collaborator, +1 audit_event, +1 notice, +2 revocation"],
    (world) => world.ledger.transferApplication(bobs(world), by),
  ),
  issueRequestToken: touching(["+1 request_token"], (world) => issue(world)),
  approveRequestToken: touching(["~1 request_token, +1 audit_event", "nothing"], async (world) => {
    await approve(world.ledger, await issue(world), world.alice);
    const answer = {
      token: await issue(world),
      userId: world.alice,
      kind: "verifier",
      now,
    } as const;
    const unasked = { ...answer, verifier: mintVerifier(randomBytes), onlyIfGranted: true };
    await world.ledger.approveRequestToken(unasked, by);
  }),
  withdrawApproval: touching(["nothing", "-1 request_token, +1 audit_event"], async (world) => {
    const token = await issue(world);
    await approve(world.ledger, token, world.alice);
    await world.ledger.withdrawApproval({ token, userId: world.bob }, by);
    await world.ledger.withdrawApproval({ token, userId: world.alice }, by);
  }),
  // It ends the approvals of every user of the application.
  withdrawApprovals: touching(["-6 request_token, +3 audit_event", "nothing"], async (world) => {
    const { ledger, alice, application: applicationId } = world;
    for (const token of [await issue(world), await issue(world)]) {
      await approve(ledger, token, alice);
    }
    await issue(world);
    await ledger.withdrawApprovals({ applicationId, most: 9 }, by);
    await ledger.withdrawApprovals({ applicationId, most: 9 }, by);
  }),
  cancelRequestToken: touching(["~1 request_token, +1 audit_event"], async (world) =>
    world.ledger.cancelRequestToken({ token: await issue(world), userId: world.alice, now }, by),
  ),
  exchangeRequestToken: touching(
    ["~1 request_token", "-1 request_token, +1 access_token, +1 audit_event, ~1 grant_count"],
    async (world) => {
      const [token, verifier] = [await issue(world), mintVerifier(randomBytes)];
      await approve(world.ledger, token, world.alice, verifier);
      await exchange(world.ledger, token, "wrong");
      await exchange(world.ledger, token, verifier);
    },
  ),
  grantAccess: touching(["+1 access_token, +1 audit_event, ~1 grant_count"], (world) =>
    grant(world, world.alice),
  ),
  grantRegisteredAccess: touching(
    ["+1 access_token, +1 audit_event, ~1 grant_count", "+1 audit_event"],
    async (world) => {
      await world.ledger.grantRegisteredAccess(granted(world), by);
      await world.ledger.grantRegisteredAccess(granted(world), by);
    },
  ),
  regenerateAccess: touching(
    ["-1 access_token, +1 access_token, +1 audit_event, +1 revocation"],
    async (world) => {
      await grant(world, world.alice);
      await world.ledger.regenerateAccess({ ...granted(world), replaces: now }, by);
    },
  ),
  revokeAccessToken: touching(
    ["-1 access_token, +1 audit_event, ~1 grant_count, +1 revocation"],
    async (world) => world.ledger.revokeAccessToken((await grant(world, world.alice)).token, by),
  ),
  reduceToRead: touching(
    [
      "-1 request_token, ~1 access_token, +1 audit_event, ~2 grant_count, +1 revocation",
      "-1 access_token, +1 audit_event, ~1 grant_count, +1 revocation",
    ],
    async (world) => {
      await grant(world, world.bob, "write");
      await world.ledger.reduceToRead(bobs(world), by);
      await grant(world, world.bob, "write");
      await world.ledger.reduceToRead(bobs(world), by);
    },
  ),
  revokeAccess: touching(
    ["-2 request_token, -1 access_token, +1 audit_event, ~1 grant_count, +1 revocation"],
    async (world) => {
      await grant(world, world.bob);
      await world.ledger.revokeAccess(bobs(world), by);
    },
  ),
  issueBearerToken: touching(
    ["+1 bearer_token, +1 audit_event", "nothing"],
    async ({ ledger, application }) => {
      await bearerOf(ledger, application);
      await bearerOf(ledger, application);
      const candidate = mintBearerToken(randomBytes);
      const request = {
        applicationId: application,
        candidate,
        now,
        authenticatedBy: new Secret("x"),
      };
      await ledger.issueBearerToken(request, by);
    },
  ),
  revokeBearerToken: touching(
    ["nothing", "-1 bearer_token, +1 audit_event, +1 revocation"],
    async ({ ledger, alice, application: applicationId }) => {
      const digest = tokenDigest("unknown");
      await ledger.revokeBearerToken({ digest }, by);
      const known = tokenDigest(await bearerOf(ledger, applicationId));
      const of = { applicationId, ownerId: alice };
      await ledger.revokeBearerToken({ digest: known, of }, by);
    },
  ),
  revokeBearerTokenOf: touching(
    ["-1 bearer_token, +1 audit_event, +1 revocation"],
    async ({ ledger, application }) => {
      await bearerOf(ledger, application);
      await ledger.revokeBearerTokenOf(application, by);
    },
  ),
  touchAccessTokens: touching(["~1 access_token, +1 use_day"], async (world) =>
    world.ledger.touchAccessTokens([(await grant(world, world.alice)).token], 1),
  ),
  addSources: touching(["~1 access_token, +1 source", "~1 source"], async (world) => {
    const { ledger, application: applicationId, alice } = world;
    const { token } = await grant(world, alice);
    const use = { applicationId, credential: "consumer secret", network: "192.0.2.1" } as const;
    const at = now + 2 * dayMs;
    const counted = { program: "curl/8.5", first: at, last: at, requests: 1, rejected: 0 };
    await ledger.addSources([{ ...use, ...counted, tokens: [token] }], at);
    await ledger.addSources([{ ...use, ...counted, tokens: [] }], at);
  }),
  addTraitUses: touching(
    ["+1 trait_use, +1 trait_user", "~1 trait_use"],
    async ({ ledger, application: applicationId, alice: userId }) => {
      const of = { applicationId, trait: "hmac-sha1", day: 20_000 } as const;
      const use = { ...of, requests: 2, rejected: 1 };
      await ledger.addTraitUses([use], [{ ...of, userId }]);
      await ledger.addTraitUses([use], [{ ...of, userId }]);
    },
  ),
  noteLimitReached: touching(
    ["+1 notice, +1 limit_notice"],
    ({ ledger, application: applicationId }) =>
      ledger.noteLimitReached({
        applicationId,
        limit: "oauth2/token",
        percent: 80,
        allowed: 60,
        per: "application",
        now,
      }),
  ),
  logRejectedRequest: touching(
    ["+1 logged_request", "-1 logged_request, +1 logged_request"],
    async ({ ledger, application: applicationId }) => {
      const request = {
        ...{ applicationId, userId: undefined, operation: "o", code: 32, authenticated: true },
        ...{ network: "n", details: "{}", expiresAt: now + 100 },
      };
      for (let at = now; at < now + 60; at += 1) {
        await ledger.logRejectedRequest({ ...request, id: `${applicationId}-${at}`, at });
      }
    },
  ),
  logVerifiedRequests: touching(
    ["+1 logged_request"],
    async ({ ledger, application: applicationId, alice: userId }) => {
      const request = {
        ...{ id: "verified", applicationId, userId, at: now, operation: "o", code: 0, level: 0 },
        ...{ authenticated: true, details: "{}", expiresAt: now + 100 },
      };
      await ledger.logVerifiedRequests([request]);
    },
  ),
  noteOldSecrets: ({ ledger }) => ledger.noteOldSecrets({ now: now + oldSecretMs, most: 1 }),
  takeAccountNotice: async ({ ledger, alice: userId }) => {
    const profile = { userId, screenName: somebody().screenName, email: "told@users.example" };
    await ledger.changeProfile(profile, by);
    await ledger.setPassword(userId, "$new", by);
    const notice = await ledger.nextAccountNotice(now);
    if (notice === undefined) throw new Error("a notice waits");
    await ledger.takeAccountNotice(notice);
  },
  takeNotice: async ({ ledger, application }) => {
    await ledger.suspendApplication(application, "abuse", by);
    await ledger.takeNotice(now);
  },
} as const satisfies Partial<Record<WriteName, Example>>;

const drafted = { ...emptyDraft, name: "Another", signIn: true, requestEmail: true };

function bobs({ application, bob }: World) {
  return { applicationId: application, userId: bob };
}

function invite(world: World) {
  const invitation = { ...bobs(world), role: "editor", now } as const;
  return world.ledger.inviteCollaborator(invitation, by);
}

function revokeSecret({ ledger, application: applicationId }: World, at: number) {
  const unknown = mintConsumerSecret(randomBytes);
  const change = { applicationId, unknown, secretSetAt: now, now: at };
  return ledger.revokeConsumerSecret(change, by);
}

function regenerate({ ledger, application: applicationId }: World) {
  const secret = mintConsumerSecret(randomBytes);
  const change = {
    applicationId,
    secret,
    now,
    previousUntil: now + 1,
    overlap: "1h",
    replaces: now,
  };
  return ledger.regenerateConsumerSecret(change, by);
}

function offer(world: World) {
  return world.ledger.offerOwnership({ ...bobs(world), now }, by);
}

function granted({ application, alice }: World) {
  const candidate = mintAccessTokenCandidate(randomBytes);
  const wanted = { applicationId: application, userId: alice, access: "read" } as const;
  return { ...wanted, emailGranted: false, candidate, now };
}

async function present({ ledger, application }: World) {
  const found = await ledger.applicationById(application);
  if (found === undefined) throw new Error("the application is there");
  return found;
}

async function awaiting(world: World): Promise<void> {
  const from = await present(world);
  const awaits = { callbacks: ["https://new.example/"] };
  await world.ledger.changeApplication(
    { applicationId: from.id, from, draft: from, awaits, now },
    by,
  );
}

async function declined(world: World): Promise<void> {
  const from = await present(world);
  await world.ledger.declineApplication({ from, because: "abuse", now }, by);
}

async function savedApiLimit(ledger: Ledger): Promise<ApiLimitName> {
  const name = apiLimitName(`limit-${randomBytes(7).toString("hex")}`);
  const windows = [{ limit: 7, length: 60_000 }] as const;
  await ledger.saveApiLimit({ limit: { name, per: "application", windows }, most: 1000 }, by);
  return name;
}

async function savedPlan(ledger: Ledger): Promise<string> {
  const name = `plan-${randomBytes(7).toString("hex")}`;
  const draft = { description: "", limits: { "oauth2/token": 7 }, isDefault: false };
  await ledger.savePlan({ name, draft, most: 1000 }, by);
  return name;
}
