import { type Overlap, overlaps } from "../../../domain/application.ts";
import { usesOf } from "../../../domain/credential-use.ts";
import { dayMs, dayOf } from "../../../domain/day.ts";
import { otherSources, type Source, type SourceCredential } from "../../../domain/source.ts";
import type { Credential } from "../../languages/english/portal/keys.ts";
import type { AuthProblem } from "../../languages/english/shell.ts";
import type { Frame } from "../../views/layout.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import {
  type AccessPage,
  accessMadePage,
  accessTokenPage,
} from "../../views/portal/applications/id/access-token.ts";
import {
  bearerMadePage,
  bearerTokenPage,
} from "../../views/portal/applications/id/bearer-token.ts";
import {
  consumerSecretPage,
  type SecretPage,
  secretMadePage,
} from "../../views/portal/applications/id/consumer-secret.ts";
import { stalePage } from "../../views/portal/applications/id/credential-page.ts";
import { type Keys, keysSection } from "../../views/portal/applications/id/keys.ts";
import type { Viewer } from "../../views/viewer.ts";
import { suspendedBot, weatherBot } from "../example-application.ts";
import { exampleViewer } from "../example-viewer.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

export function keysStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  return [
    ...sectionStates(viewer),
    ...secretStates({ ...viewer, sensitiveChanges: ["regenerate", "revoke-previous"] }),
    ...bearerStates({ ...viewer, sensitiveChanges: ["issue", "revoke"] }),
    ...accessStates({ ...viewer, sensitiveChanges: ["create"] }),
    ...nameStates(viewer),
    ...(["consumer-secret", "bearer-token", "access-token"] as const).map(
      (credential: Credential) => ({
        name: `keys-stale-${credential}`,
        page: stalePage({ viewer, application }, credential),
      }),
    ),
  ];
}

const now = Date.UTC(2026, 10, 21, 10, 20);
const application = weatherBot;
const suspended = { ...application, suspendedBecause: "It posts the same forecast every second." };
const older = (viewer: Viewer): Viewer => ({ ...viewer, signedInRecently: false });
const authEvents: readonly AuthProblem[] = ["missing", "wrong", "too-many", "busy"];

const none = { bearerSince: undefined, previousBearerSince: undefined };

const fresh: Keys = {
  applicationId: application.id,
  consumerKey: weatherBot.consumerKey,
  secretSetAt: now - 3 * dayMs,
  secretRevokedAt: undefined,
  access: "write",
  previousSecretUntil: undefined,
  bearerSince: undefined,
  previousBearerSince: undefined,
  ownAccess: [],
  suspended: false,
  now,
  uses: usesOf([], { ...none, now }),
};

const all: Keys = {
  ...fresh,
  secretSetAt: now,
  previousSecretUntil: now + 7 * dayMs,
  bearerSince: now - dayMs,
  ownAccess: [
    { access: "write", since: now - 40 * dayMs, lastUsedDay: dayOf(now) - 1 },
    { access: "read", since: now - 400 * dayMs },
  ],
};

/** An administrator ended the secret. */
const revoked: Keys = { ...all, ...ended(now - dayMs), bearerSince: undefined };

function ended(at: number) {
  return { secretSetAt: at, secretRevokedAt: at, previousSecretUntil: undefined };
}

/** A client fetched a bearer token with the previous secret, and none with the current one. */
const overlapping: Keys = { ...all, bearerSince: undefined, previousBearerSince: now - dayMs };

const bearers: Keys = { ...all, previousBearerSince: now - 2 * dayMs };
const hour = 3_600_000;
const used = (credential: SourceCredential, network: string, hoursAgo: number): Source => {
  const at = now - hoursAgo * hour;
  const counts = { requests: 12, rejected: 0, isNew: false };
  return { credential, network, program: "", firstSeen: at, lastSeen: at, ...counts };
};

const inUse = (sources: readonly Source[], keys: Keys = all): Keys => {
  const secretSetAt = now - 4 * hour;
  return { ...keys, secretSetAt, uses: usesOf(sources, { ...keys, now }) };
};

const usesOfPrevious = {
  "previous-used": [
    used("consumer secret", "198.51.100.4", 0.1),
    used("previous consumer secret", "198.51.100.4", 3),
    used("previous consumer secret", "203.0.113.77", 0.03),
    used("previous bearer token", "2001:db8:0:0::/64", 2),
    used("bearer token", "198.51.100.4", 0.5),
  ],
  "previous-not-moved": [
    used("consumer secret", "198.51.100.4", 0.1),
    used("previous consumer secret", "203.0.113.77", 3),
  ],
  "previous-safe": [
    used("consumer secret", "198.51.100.4", 0.1),
    used("previous consumer secret", "198.51.100.4", 3),
  ],
  "many-addresses": [
    ...Array.from({ length: 100 }, (_, at) => used("consumer secret", `192.0.2.${at}`, at)),
    used("consumer secret", otherSources, 0.1),
  ],
};

function sectionStates(viewer: Viewer): readonly GalleryState[] {
  const section = (keys: Keys) =>
    applicationPage({
      viewer,
      application: keys.suspended ? suspendedBot : weatherBot,
      role: "owner",
      tab: "keys",
      section: keysSection(viewer.frame, keys),
    });
  return [
    { name: "keys-fresh", page: section(fresh) },
    { name: "keys-revoked", page: section(revoked) },
    { name: "keys-all", page: section(all) },
    { name: "keys-previous-bearer", page: section(overlapping) },
    ...Object.entries(usesOfPrevious).map(([name, sources]) => ({
      name: `keys-${name}`,
      page: section(inUse(sources, name === "previous-used" ? bearers : all)),
    })),
    { name: "keys-suspended", page: section({ ...all, suspended: true }) },
    { name: "keys-suspended-fresh", page: section({ ...fresh, suspended: true }) },
  ];
}

function secretStates(viewer: Viewer): readonly GalleryState[] {
  const of = (name: string, changes: Partial<SecretPage>): GalleryState => ({
    name: `keys-consumer-secret-${name}`,
    page: consumerSecretPage({ viewer, application, keys: fresh, users: 0, ...changes }),
  });
  const made = (until: Overlap, hasOwnToken = false) =>
    secretMadePage({
      viewer,
      application,
      baseUrl: "https://id.example.com",
      secret: "0123456789abcdefghijABCDEFGHIJ0123456789abcdefghij",
      hasOwnToken,
      previousSecretUntil: until === "0" ? undefined : now + overlaps[until],
    });
  return [
    of("unused", {}),
    of("used", { users: 1204 }),
    of("used-by-one", { users: 1 }),
    of("overlapping", { users: 1204, keys: all }),
    of("older-sign-in", { users: 1204, keys: all, viewer: older(viewer) }),
    of("revoked", { users: 1204, keys: revoked }),
    of("suspended", { application: suspended, keys: all }),
    of("no-overlap-chosen", { overlap: "none" }),
    ...authEvents.map((problem) =>
      of(`reauthentication-${problem}`, {
        viewer: older(viewer),
        keys: all,
        overlap: "24h",
        reauthentication: { change: "regenerate", problem, minutes: 7 },
      }),
    ),
    of("end-reauthentication", {
      viewer: older(viewer),
      keys: all,
      reauthentication: { change: "revoke-previous", problem: "wrong", minutes: 0 },
    }),
    { name: "keys-consumer-secret-made", page: made("0") },
    { name: "keys-consumer-secret-made-overlapping", page: made("24h") },
    { name: "keys-consumer-secret-made-with-token", page: made("24h", true) },
  ];
}

function bearerStates(viewer: Viewer): readonly GalleryState[] {
  const usual = { viewer, application, keys: fresh };
  const reauthentication = { change: "issue", problem: "wrong", minutes: 0 } as const;
  return [
    { name: "keys-bearer-token-none", page: bearerTokenPage(usual) },
    { name: "keys-bearer-token-outstanding", page: bearerTokenPage({ ...usual, keys: all }) },
    { name: "keys-bearer-token-previous", page: bearerTokenPage({ ...usual, keys: overlapping }) },
    {
      name: "keys-bearer-token-two",
      page: bearerTokenPage({ ...usual, keys: { ...overlapping, bearerSince: now } }),
    },
    {
      name: "keys-bearer-token-suspended",
      page: bearerTokenPage({ ...usual, application: suspended }),
    },
    {
      name: "keys-bearer-token-older-sign-in",
      page: bearerTokenPage({ ...usual, viewer: older(viewer) }),
    },
    {
      name: "keys-bearer-token-reauthentication",
      page: bearerTokenPage({
        ...usual,
        viewer: older(viewer),
        reauthentication,
      }),
    },
    {
      name: "keys-bearer-token-made",
      page: bearerMadePage({ viewer, application, token: "aB3".repeat(37).slice(0, 110) }),
    },
  ];
}

function accessStates(viewer: Viewer): readonly GalleryState[] {
  const of = (name: string, changes: Partial<AccessPage>): GalleryState => ({
    name: `keys-access-token-${name}`,
    page: accessTokenPage({
      viewer,
      application,
      keys: fresh,
      access: "write",
      requestEmail: false,
      ...changes,
    }),
  });
  return [
    of("none", {}),
    of("read-with-email", { access: "read", requestEmail: true }),
    of("quota", { keys: all }),
    of("lower-standing", { keys: { ...all, ownAccess: all.ownAccess.slice(1) } }),
    of("older-sign-in", { keys: all, viewer: older(viewer) }),
    of("suspended", { keys: all, application: suspended }),
    of("reauthentication", {
      viewer: older(viewer),
      reauthentication: { change: "create", problem: "missing", minutes: 0 },
    }),
    {
      name: "keys-access-token-made",
      page: accessMadePage({
        viewer,
        application,
        token: `1234567890123456-${"aB3d".repeat(10)}`,
        secret: "0123456789abcde".repeat(3),
      }),
    },
  ];
}

function nameStates(viewer: Viewer): readonly GalleryState[] {
  return Object.entries(hostile).map(([kind, name]) => ({
    name: `keys-name-${kind.replace(/[A-Z]/g, (email) => `-${email.toLowerCase()}`)}`,
    page: bearerTokenPage({
      viewer,
      application: { ...application, name, suspendedBecause: name },
      keys: fresh,
    }),
  }));
}
