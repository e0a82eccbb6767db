/** The contract for a search by a credential. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { newApiKey } from "../../domain/api-key.ts";
import {
  mintConsumerSecret,
  mintLinkSecret,
  mintSessionId,
  Secret,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { ResealPosition, ResealStep } from "../../domain/ports/maintenance.ts";
import type { StoredCredential } from "../../domain/search.ts";
import { rotationOf } from "./admin-api-writes.ts";
import {
  bearerOf,
  by,
  checkOn,
  grant,
  issue,
  newSession,
  now,
  type OpenLedger,
  type World,
} from "./seeded-ledger.ts";

export function credentialSearchSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("storedCredentials: what each kind of credential is, and whose", async (world) => {
    const { ledger, alice, application, consumerKey, consumerSecret } = world;
    const { token, secret } = await grant(world, alice, "write");
    const bearer = await bearerOf(ledger, application);
    const request = await issue(world, now + 500);
    await ledger.touchAccessTokens([token], 19_000);
    const ofApplication = { applicationId: application, userId: undefined, used: 19_000 };
    const ofGrant = { applicationId: application, userId: alice, access: "write", used: 19_000 };
    assert.deepEqual(await found(world, consumerKey), [{ kind: "consumer-key", ...ofApplication }]);
    assert.deepEqual(await found(world, consumerSecret.reveal()), [
      { kind: "consumer-secret", ...ofApplication },
    ]);
    assert.deepEqual(await found(world, token), [{ kind: "access-token", ...ofGrant }]);
    assert.deepEqual(await found(world, secret.reveal()), [
      { kind: "access-token-secret", ...ofGrant },
    ]);
    assert.deepEqual(await found(world, bearer), [{ kind: "bearer-token", ...ofApplication }]);
    const [asked] = await ledger.storedCredentials(new Secret(request), undefined);
    assert.equal(asked?.kind, "request-token");
    assert.equal(asked.application?.id, application);
    assert.equal(asked.endsAt, now + 500);
    const [key] = await ledger.storedCredentials(new Secret(consumerKey), undefined);
    assert.equal(key?.createdAt, now);
    assert.equal(key.application?.ownerScreenName, "alice");
    assert.deepEqual(await found(world, "x".repeat(50)), []);
  });

  check("storedCredentials: API keys and links, but no sessions", async (world) => {
    const { ledger, alice } = world;
    const wanted = { name: "deploy", role: "viewer", expiresAt: now + 9 } as const;
    const { secret, key } = newApiKey(wanted, randomBytes, now);
    await ledger.createApiKey(key, by);
    const [api] = await ledger.storedCredentials(secret, undefined);
    assert.deepEqual(api?.apiKey, { id: key.id, name: "deploy", role: "viewer" });
    assert.equal(api?.endsAt, now + 9);
    const rotation = rotationOf(key);
    await ledger.rotateApiKey(rotation.rotation, by);
    const [previous] = await ledger.storedCredentials(secret, undefined);
    assert.deepEqual(
      [previous?.apiKey?.id, previous?.isPrevious, previous?.endsAt],
      [key.id, true, now + 9],
      "no longer than it was to live",
    );
    const [present] = await ledger.storedCredentials(rotation.secret, undefined);
    assert.deepEqual([present?.isPrevious, present?.createdAt], [undefined, now]);
    const link = mintLinkSecret(randomBytes);
    const purpose = "password-reset";
    const reset = { digest: tokenDigest(link.reveal()), purpose, userId: alice, note: "" } as const;
    await ledger.createLink({ ...reset, createdAt: now, expiresAt: now + 7 }, by);
    const [sent] = await ledger.storedCredentials(link, undefined);
    assert.equal(sent?.purpose, "password-reset");
    assert.equal(sent?.user?.screenName, "alice");
    const sessionId = mintSessionId(randomBytes);
    const passwordHash = "$old" as const;
    await ledger.openSession({ ...newSession(alice, tokenDigest(sessionId)), passwordHash }, by);
    assert.notEqual(await ledger.session(tokenDigest(sessionId)), undefined);
    assert.deepEqual(await found(world, sessionId), []);
  });

  check("storedCredentials: a previous secret until it is swept, and its bearer", async (world) => {
    const { ledger, application: applicationId, consumerSecret } = world;
    const bearer = await bearerOf(ledger, applicationId);
    const secret = await overlapping(world);
    for (const text of [consumerSecret, new Secret(bearer)]) {
      const [previous] = await ledger.storedCredentials(text, undefined);
      assert.equal(previous?.isPrevious, true);
      assert.equal(previous?.endsAt, previousUntil);
    }
    const [current] = await ledger.storedCredentials(secret, undefined);
    assert.equal(current?.isPrevious, undefined);
    assert.equal(current?.endsAt, undefined);
    await ledger.sweep({ now: now + 10, most: 100 });
    assert.deepEqual(await found(world, consumerSecret.reveal()), []);
    assert.deepEqual(await found(world, bearer), []);
    const last = mintConsumerSecret(randomBytes);
    const change = { applicationId, secret: last, now, previousUntil: 0, overlap: "0" };
    await ledger.regenerateConsumerSecret(change, by);
    assert.deepEqual(await found(world, secret.reveal()), [], "without an overlap it is gone");
  });

  check("storedCredentials: the role of the viewer in the application", async (world) => {
    const { ledger, alice, bob, application: applicationId, consumerKey } = world;
    const roleOf = async (viewer: UserId | undefined) => {
      const [one] = await ledger.storedCredentials(new Secret(consumerKey), viewer);
      return one?.application?.role;
    };
    assert.deepEqual([await roleOf(alice), await roleOf(bob)], ["owner", undefined]);
    assert.equal(await roleOf(undefined), undefined);
    const invited = { applicationId, userId: bob, role: "editor" } as const;
    await ledger.inviteCollaborator({ ...invited, now }, by);
    assert.equal(await roleOf(bob), undefined, "until it is accepted");
    await ledger.acceptInvitation(invited, by);
    assert.equal(await roleOf(bob), "editor");
  });

  check("storedCredentials: the last day on which the application sent requests", async (world) => {
    const { ledger, application: of, consumerKey } = world;
    const used = async () =>
      (await ledger.storedCredentials(new Secret(consumerKey), undefined))[0]?.lastUsedDay;
    assert.equal(await used(), undefined);
    const count = { of, operation: "", resolution: 3600, kind: "verified", count: 1 } as const;
    await ledger.addUsage([
      { ...count, at: 18_000 * dayMs },
      { ...count, at: 18_001 * dayMs + 3_600_000 },
    ]);
    assert.equal(await used(), 18_001);
  });

  check("storedCredentials: secrets are found at each step of a rotation", async (world) => {
    const { ledger, alice, consumerSecret } = world;
    const { secret: tokenSecret } = await grant(world, alice);
    const secret = await overlapping(world);
    const secrets = [consumerSecret, secret, tokenSecret];
    for (const keyId of ["next", "test"]) {
      await ledger.sealUnder(keyId);
      for (let position: ResealPosition | undefined = { column: 0 }; position !== undefined; ) {
        for (const one of secrets) {
          assert.equal((await ledger.storedCredentials(one, undefined)).length, 1);
        }
        const step: ResealStep = await ledger.reseal(position);
        position = step.next;
      }
    }
  });

  check("sweep: fills in digests that an earlier version did not write", async (world) => {
    const { ledger, alice, consumerSecret, run } = world;
    const { secret: tokenSecret } = await grant(world, alice);
    const secret = await overlapping(world);
    await run(`update application set consumer_secret_digest = null, previous_secret_digest = null;
      update access_token set secret_digest = null`);
    const secrets = [consumerSecret, secret, tokenSecret];
    const stored = async () => {
      const all = secrets.map((one) => ledger.storedCredentials(one, undefined));
      return (await Promise.all(all)).flat().length;
    };
    assert.equal(await stored(), 0);
    const step = { now, most: 100 };
    const all = await Promise.all([ledger.sweep(step), ledger.sweep(step)]);
    assert.ok(all.includes(3), "of two nodes, both fill in the same");
    assert.equal(await stored(), 3);
    assert.equal(await ledger.sweep(step), 0, "it is done once");
  });

  check(
    "sweep: tries a secret that can't be decrypted once, and fills in the others",
    async (world) => {
      const { ledger, alice, bob, run } = world;
      const damaged = await grant(world, alice);
      const intact = await grant(world, bob);
      await run(`update access_token set secret_digest = null;
      update access_token set secret = (select consumer_secret from application)
        where token = '${damaged.token}'`);
      assert.equal(await ledger.sweep({ now, most: 1 }), 1);
      assert.equal(await ledger.sweep({ now, most: 1 }), 1);
      assert.equal(await ledger.sweep({ now, most: 1 }), 0, "it does not try again");
      assert.equal((await ledger.storedCredentials(intact.secret, undefined)).length, 1);
      assert.equal((await ledger.storedCredentials(damaged.secret, undefined)).length, 0);
    },
  );

  check("sweep: fills in as many digests as it is asked for", async (world) => {
    const { ledger, alice, run } = world;
    await grant(world, alice);
    await run(`insert into further_access_token
        (token, secret, secret_digest, application_id, user_id, access, email_granted, created_at)
      with recursive copies (at) as (select 1 union all select at + 1 from copies where at < 1200)
      select 'token' || at, secret, null, application_id, user_id, access, email_granted, created_at
      from copies, access_token`);
    assert.equal(await ledger.sweep({ now, most: 1000 }), 1000);
    assert.equal(await ledger.sweep({ now, most: 1000 }), 200);
    assert.equal(await ledger.sweep({ now, most: 1000 }), 0);
  });
}

const previousUntil = now + 9;

/** Returns the new consumer secret. The previous one works until `previousUntil`. */
async function overlapping({ ledger, application: applicationId }: World): Promise<Secret> {
  const secret = mintConsumerSecret(randomBytes);
  const change = { applicationId, secret, now, previousUntil, overlap: "1h" };
  await ledger.regenerateConsumerSecret(change, by);
  return secret;
}

async function found({ ledger }: World, text: string) {
  const all = await ledger.storedCredentials(new Secret(text), undefined);
  return all.map(summary);
}

function summary({ kind, application, user, access, lastUsedDay }: StoredCredential) {
  return {
    kind,
    applicationId: application?.id,
    userId: user?.id,
    ...(access !== undefined && { access }),
    ...(lastUsedDay !== undefined && { used: lastUsedDay }),
  };
}
