/** The contract for access if another write commits between a read and the write that follows it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { AccessLevel } from "../../domain/access.ts";
import type { Application } from "../../domain/application.ts";
import {
  mintAccessTokenCandidate,
  mintRequestToken,
  mintVerifier,
  type RequestToken,
} from "../../domain/credentials.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import type { NewRequestToken } from "../../domain/request-token.ts";
import {
  approve,
  by,
  checkOn,
  createApplication,
  exchange,
  issue,
  now,
  type OpenLedger,
  registered,
  type World,
} from "./seeded-ledger.ts";

export function accessRaceSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("approveRequestToken: unasked, only what is granted when it commits", async (world) => {
    const { ledger, alice, bob } = world;
    const application = await signInApplication(world);
    const at = { applicationId: application, userId: alice };
    const asks = { access: "write", requestEmail: true } as const;
    const rejected = async (why: string) => {
      const token = await issue({ ledger, application }, now + 1000, asks);
      assert.equal(await silently(world, token), "not-granted", why);
      assert.equal((await ledger.requestToken(token, now))?.decided, false, why);
    };
    const granted = (access: AccessLevel, emailGranted: boolean, userId = alice) =>
      ledger.grantAccess(
        {
          ...at,
          userId,
          access,
          emailGranted,
          candidate: mintAccessTokenCandidate(randomBytes),
          now,
        },
        by,
      );
    await rejected("never granted");
    await granted("write", true, bob);
    await rejected("granted by another user");
    await granted("read", true);
    await rejected("granted at a lower level");
    await granted("write", false);
    await rejected("granted without the email address");
    await granted("write", true);
    const token = await issue({ ledger, application }, now + 1000, asks);
    assert.equal(await silently(world, token), "approved");
    assert.equal(await silently(world, token), "too-late");
    await ledger.suspendApplication(application, "spam", by);
    await rejected("suspended");
    await ledger.restoreApplication(application, by);
    await ledger.reduceToRead(at, by);
    await rejected("reduced");
    await granted("write", true);
    await ledger.revokeAccess(at, by);
    await rejected("revoked");
    assert.equal(await silently(world, "unknown" as RequestToken), "not-granted");
  });

  check(
    "changeApplication: of many that were decided on the same application, one is saved",
    async (world) => {
      const { ledger, application: applicationId, bob, committed } = world;
      const existing = async () => (await ledger.applicationById(applicationId)) ?? assert.fail();
      const change = (from: Application, draft: Partial<ApplicationDraft>) =>
        ledger.changeApplication({ applicationId, from, draft: { ...from, ...draft }, now }, by);
      const parts: { readonly [Part in keyof ApplicationDraft]: ApplicationDraft[Part] } = {
        name: "New",
        description: "Other words.",
        website: "https://new.example",
        access: "read",
        signIn: true,
        requestEmail: true,
        requireSha256: true,
        networks: ["203.0.113.0/24"],
        networksForBearer: true,
        callbacks: ["https://a.example/cb"],
        termsUrl: "https://new.example/terms",
        privacyUrl: "https://new.example/privacy",
        supportUrl: "https://new.example/help",
      };
      for (const [part, value] of Object.entries(parts)) {
        const before = await existing();
        const others = { description: part === "description" ? "Another." : `${part} was seen` };
        const saved = await Promise.all([
          ...[1, 2].map(() => change(before, { [part]: value })),
          ...[1, 2].map((at) => change(before, { ...others, name: `${part} ${at}` })),
        ]);
        assert.deepEqual(saved.toSorted(), [false, false, false, true], part);
        const events = committed.length;
        const after = await existing();
        assert.equal(await change(after, {}), true, "what is so already");
        assert.equal(await change(before, {}), false, part);
        assert.equal(committed.length, events);
      }
      for (const meanwhile of [
        () => ledger.suspendApplication(applicationId, "abuse", by),
        () => ledger.changeApplicationLimits({ applicationId, limits: { "oauth2/token": 9 } }, by),
        () => ledger.transferApplication({ applicationId, userId: bob }, by),
      ]) {
        const before = await existing();
        await meanwhile();
        assert.equal(await change(before, { name: "Saw another one" }), false);
      }
    },
  );

  check(
    "changeApplication: a callback that goes takes its request tokens along, approved ones too",
    async (world) => {
      const { ledger, alice, application } = world;
      const from = await ledger.applicationById(application);
      assert.ok(from);
      const asking = (callback: string) => issue(world, now + 1000, { callback });
      const unaffected = [
        await asking("myapp://back"),
        await asking("oob"),
        await asking("https://portal.example/portal/applications/1/try"),
      ];
      const [pending, approved] = [
        await asking("https://a.example/cb?q=1"),
        await asking("https://a.example/cb"),
      ];
      const elsewhere = await createApplication(ledger, alice);
      const others = await issue({ ledger, application: elsewhere.id }, now + 1000, {
        callback: "https://a.example/cb",
      });
      const verifier = mintVerifier(randomBytes);
      await approve(ledger, approved, alice, verifier);
      const draft = { ...from, callbacks: ["myapp://"] };
      await ledger.changeApplication({ applicationId: application, from, draft, now }, by);
      assert.equal(await ledger.requestToken(pending, now), undefined);
      assert.equal(await exchange(ledger, approved, verifier), "gone");
      for (const one of [...unaffected, others])
        assert.notEqual(await ledger.requestToken(one, now), undefined);
    },
  );

  check("issueRequestToken: nothing is issued for what was seen before a change", async (world) => {
    const { ledger, application, alice } = world;
    const attempt = (seen: NewRequestToken["seen"], applicationId = application) => {
      const { token, secret } = mintRequestToken(randomBytes);
      const request = { callback: "oob", access: "read", requestEmail: false, seen } as const;
      return ledger.issueRequestToken({
        token,
        secret,
        applicationId,
        ...request,
        now,
        expiresAt: now + 1000,
      });
    };
    assert.equal(await attempt(registered), true);
    assert.equal(await attempt({ ...registered, callbacks: [] }), false);
    assert.equal(await attempt({ ...registered, access: "read" }), false);
    const gone = await createApplication(ledger, alice);
    await ledger.deleteApplication(gone.id, by);
    assert.equal(await attempt(registered, gone.id), false);
  });

  check(
    "grantRegisteredAccess, regenerateAccess: no level that was lowered in between",
    async (world) => {
      const { ledger, application, alice } = world;
      const from = await ledger.applicationById(application);
      assert.ok(from);
      const attempt = (
        write: "grantRegisteredAccess" | "regenerateAccess",
        access: AccessLevel,
      ) => {
        const candidate = mintAccessTokenCandidate(randomBytes);
        const at = { applicationId: application, userId: alice, access, emailGranted: false };
        return ledger[write]({ ...at, candidate, now, replaces: undefined }, by);
      };
      const draft = { ...from, access: "read" as const };
      await ledger.changeApplication({ applicationId: application, from, draft, now }, by);
      assert.equal(await attempt("grantRegisteredAccess", "write"), undefined);
      assert.equal(await attempt("regenerateAccess", "write"), undefined);
      assert.deepEqual(await ledger.grants(application, alice), []);
      assert.notEqual(await attempt("regenerateAccess", "read"), undefined);
      assert.notEqual(await attempt("grantRegisteredAccess", "read"), undefined);
    },
  );

  check(
    "revokeAccessToken: what was approved before without asking brings nothing back; with `silent`, what was asked for stays",
    async (world) => {
      const { ledger, alice } = world;
      const application = await signInApplication(world);
      const at = { applicationId: application, userId: alice };
      for (const [approvals, asked, outcome] of [
        ["all", true, "gone"],
        ["all", false, "gone"],
        ["silent", true, "granted"],
        ["silent", false, "gone"],
      ] as const) {
        const candidate = mintAccessTokenCandidate(randomBytes);
        const granted = { ...at, access: "write", emailGranted: true, candidate, now } as const;
        const { token: access } = (await ledger.grantAccess(granted, by)) ?? assert.fail();
        const token = await issue({ ledger, application });
        const verifier = mintVerifier(randomBytes);
        const approved = asked
          ? await approve(ledger, token, alice, verifier)
          : await silently(world, token, verifier);
        assert.equal(approved, "approved");
        assert.equal(await ledger.revokeAccessToken(access, by, approvals), true);
        const exchanged = await exchange(ledger, token, verifier);
        const found = typeof exchanged === "string" ? exchanged : "granted";
        assert.equal(found, outcome, `${approvals}, ${asked ? "asked" : "not asked"}`);
      }
    },
  );

  check(
    "revokeAccessToken, with `silent`: approved and revoked at once, the user's own approval is exchanged and no other",
    async (world) => {
      const { ledger, alice } = world;
      const application = await signInApplication(world);
      const at = { applicationId: application, userId: alice };
      for (let times = 0; times < 12; times += 1) {
        const candidate = mintAccessTokenCandidate(randomBytes);
        const granted = { ...at, access: "write", emailGranted: true, candidate, now } as const;
        const { token: access } = (await ledger.grantAccess(granted, by)) ?? assert.fail();
        const [own, unasked] = [
          await issue({ ledger, application }),
          await issue({ ledger, application }),
        ];
        const verifier = mintVerifier(randomBytes);
        const writes = [
          () => approve(ledger, own, alice, verifier),
          () => silently(world, unasked),
          () => ledger.revokeAccessToken(access, by, "silent"),
        ];
        if (times % 2 === 1) writes.reverse();
        await Promise.all(writes.map((write) => write()));
        const left = await ledger.requestToken(unasked, now);
        assert.notEqual(left?.decided, true, "approved without asking, and still there");
        assert.equal(typeof (await exchange(ledger, own, verifier)), "object");
        await ledger.revokeAccess(at, by);
      }
    },
  );

  check("approveRequestToken: unasked and revoked at once leave nothing alive", async (world) => {
    const { ledger, alice } = world;
    const application = await signInApplication(world);
    const at = { applicationId: application, userId: alice };
    for (let times = 0; times < 20; times += 1) {
      const candidate = mintAccessTokenCandidate(randomBytes);
      await ledger.grantAccess({ ...at, access: "write", emailGranted: true, candidate, now }, by);
      const token = await issue({ ledger, application });
      const writes = [() => silently(world, token), () => ledger.revokeAccess(at, by)];
      if (times % 2 === 1) writes.reverse();
      await Promise.all(writes.map((write) => write()));
      const left = await ledger.requestToken(token, now);
      assert.notEqual(left?.decided, true, "approved, and still there to be exchanged");
    }
  });
}

async function signInApplication({ ledger, alice }: World) {
  return (await createApplication(ledger, alice, { signIn: true, requestEmail: true })).id;
}

/** Alice approves without being asked, as `oauth/authenticate` does for users who approved before. */
function silently(
  { ledger, alice }: World,
  token: RequestToken,
  verifier = mintVerifier(randomBytes),
) {
  return ledger.approveRequestToken(
    { token, userId: alice, verifier, kind: "verifier", now, onlyIfGranted: true },
    by,
  );
}
