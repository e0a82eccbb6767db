/** Collaborators of an application, and applications that get a new owner. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxApplications } from "../../src/domain/application.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import {
  applicationInvitationMs,
  type CollaboratorRole,
  maxCollaborators,
  maxFromOneOwner,
} from "../../src/domain/collaborator.ts";
import * as english from "../../src/pages/languages/english.ts";
import { applicationPlaces, tabHref } from "../../src/pages/views/portal/application-page.ts";
import { addCollaborator, inviteCollaborator } from "../support/collaborators.ts";
import { afterRead } from "../support/interleave.ts";
import { credentials, making, pathOf, send } from "../support/keys-page.ts";
import { saying } from "../support/saying.ts";
import { makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const { collaborators, invitations, transfer } = english.portal;
const older = 16 * 60_000;
const life = applicationInvitationMs;
const isoAt = (ms: number) => new Date(ms).toISOString();

async function started() {
  const world = await startWorld();
  const bob = await makeUser(world.ledger, "bob");
  const [owner, bobs] = [
    await signedIn(world.baseUrl, world.alice),
    await signedIn(world.baseUrl, bob),
  ];
  const path = `/portal/applications/${world.application.id}`;
  return { world, bob, owner, bobs, path };
}

async function eventsOn({ ledger, application }: World): Promise<string[]> {
  const page = { after: undefined, size: 50 };
  const events = await ledger.eventsBy({ applicationId: application.id }, page);
  return events.map(({ name, actor, details }) =>
    `${name} ${actor} ${details?.["role"] ?? ""}`.trim(),
  );
}

// interface §15.42, §15.43
test("409 — an invitation and an offer that no one answered for two weeks open nothing; until when they wait is shown", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const invite = { change: "invite", screen_name: "bob", role: "viewer" };
  await owner.send(`${path}/collaborators`, invite);
  await owner.send(`${path}/transfer`, { change: "offer", screen_name: "bob" });
  const { until } = english.portal.collaborators;
  const expires = new RegExp(`${until} <time datetime="${isoAt(world.clock.now + life)}"`, "g");
  const shown = await bobs.get("/portal/invitations");
  assert.equal(shown.html.match(expires)?.length, 2);
  const { html } = await owner.get(`${path}/collaborators`);
  assert.equal(html.match(expires)?.length, 2, "the invitation and the offer");
  assert.match(html, saying(english.portal.transfer.withdraw));
  world.clock.now += life;
  const [own, again] = [
    await signedIn(world.baseUrl, bob),
    await signedIn(world.baseUrl, world.alice),
  ];
  assert.match((await own.get("/portal/invitations")).html, saying(invitations.none));
  for (const role of ["viewer", "owner"]) {
    const about = { application: world.application.id, role };
    const late = await own.send("/portal/invitations", { ...about, change: "accept" });
    assert.equal(late.status, 409, role);
  }
  assert.equal((await own.get(path)).status, 404);
  const gone = await again.get(`${path}/collaborators`);
  assert.doesNotMatch(gone.html, saying(english.portal.transfer.withdraw));
  const anew = await again.send(`${path}/collaborators`, invite);
  assert.equal(anew.location, `${path}/collaborators?invited`);
});

// interface §15.42, §15.43
test("422 — one owner's invitations leave room for those of others, and all are shown, page by page", async () => {
  const { world, bob, owner, bobs } = await started();
  await using _ = world;
  const { ledger, clock } = world;
  const paths = await Promise.all(
    Array.from({ length: maxFromOneOwner + 1 }, async () => {
      const { id } = await makeApplication(ledger, world.alice);
      return `/portal/applications/${id}/collaborators`;
    }),
  );
  const last = paths.pop() ?? assert.fail();
  const invite = { change: "invite", screen_name: "bob", role: "viewer" };
  for (const path of paths) assert.equal((await owner.send(path, invite)).status, 303);
  const rejected = await owner.send(last, invite);
  assert.equal(rejected.status, 422);
  const { problems } = english.portal.collaborators.invite;
  assert.match(rejected.html, saying(problems["too-many-waiting"]));
  const offer = { change: "offer", screen_name: "bob" };
  const offered = await owner.send(last.replace("/collaborators", "/transfer"), offer);
  assert.equal(offered.status, 422);
  for (let at = 0; at < 12; at += 1) {
    const anonymous = await makeUser(ledger, `mallory${at}`);
    for (let made = 0; made < maxFromOneOwner; made += 1) {
      const { id } = await makeApplication(ledger, anonymous);
      const one = {
        applicationId: id,
        userId: bob.id,
        role: "editor",
        now: clock.now + 1,
      } as const;
      assert.equal(await ledger.inviteCollaborator(one, byCommandLine(clock.now)), "invited");
    }
  }
  const first = await bobs.get("/portal/invitations");
  const [next = ""] = /\/portal\/invitations\?after=[\w-]+/.exec(decoded(first.html)) ?? [];
  assert.doesNotMatch(first.html, /@alice/);
  const second = await bobs.get(next);
  assert.equal(second.html.match(/@alice/g)?.length, maxFromOneOwner);
});

// interface §15.42, §15.43, §15.47
test("303 — the owner invites, the user accepts, works on it, and leaves", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const invited = await owner.send(`${path}/collaborators`, {
    change: "invite",
    screen_name: "@BOB",
    role: "editor",
  });
  assert.deepEqual([invited.status, invited.location], [303, `${path}/collaborators?invited`]);
  assert.equal((await bobs.get(path)).status, 404, "not before it is accepted");
  assert.match((await bobs.get("/portal")).html, saying(invitations.waiting.what));
  const shown = await bobs.get("/portal/invitations");
  assert.match(shown.html, saying(invitations.means.editor));
  const about = { application: world.application.id, role: "editor" };
  const accepted = await bobs.send("/portal/invitations", { ...about, change: "accept" });
  assert.deepEqual([accepted.status, accepted.location], [303, `${path}?joined`]);
  assert.match((await bobs.get("/portal")).html, /<bdi>Weather Bot<\/bdi>/);
  const again = await bobs.send("/portal/invitations", { ...about, change: "accept" });
  assert.equal(again.status, 409);
  const settings = await bobs.send(`${path}/settings`, {
    name: "Weather Bot",
    description: "By both of us.",
    access: "read",
    callbacks: "https://weather.example/callback",
  });
  assert.equal(settings.location, `${path}/settings?saved`);
  const left = await bobs.send("/portal/invitations", {
    change: "leave",
    application: world.application.id,
  });
  assert.equal(left.location, "/portal/invitations?left");
  assert.equal((await bobs.get(path)).status, 404);
  assert.deepEqual(await eventsOn(world), [
    `collaborator.left user:${bob.id}`,
    `application.changed user:${bob.id}`,
    `collaborator.accepted user:${bob.id}`,
    `collaborator.invited user:${world.alice.id} editor`,
    "application.created command-line",
  ]);
  const { html } = await bobs.get("/account/events");
  const words = english.account.events.happened["collaborator.invited"]("Weather Bot");
  assert.ok(html.includes(String(words[0])), "it is among one's own events");
});

// interface §15.43
test("303 — an invitation that is declined or withdrawn opens nothing", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const about = { application: world.application.id, role: "viewer" };
  await inviteCollaborator(world, bob.id);
  const declined = await bobs.send("/portal/invitations", { ...about, change: "decline" });
  assert.equal(declined.location, "/portal/invitations?declined");
  await inviteCollaborator(world, bob.id);
  const withdrawn = await owner.send(`${path}/collaborators`, { change: "remove", user: bob.id });
  assert.equal(withdrawn.location, `${path}/collaborators?removed`);
  for (const change of ["accept", "decline", "leave"]) {
    const late = await bobs.send("/portal/invitations", { ...about, change });
    assert.equal(late.status, 409, change);
    assert.match(late.html, saying(invitations.notes.gone));
  }
  assert.equal((await bobs.get(path)).status, 404);
});

// interface §15.42
test("422 — no one is invited who is not there, is there already, or does not fit", async () => {
  const { world, bob, owner, path } = await started();
  await using _ = world;
  const { problems } = collaborators.invite;
  const invite = async (screenName: string, role = "viewer") => {
    const fields = { change: "invite", screen_name: screenName, role };
    const { status, html } = await owner.send(`${path}/collaborators`, fields);
    const [why] = Object.entries(problems).filter(([, text]) => saying(text).test(html));
    return [status, why?.[0]];
  };
  assert.deepEqual(await invite("nobody_at_all"), [422, "unknown"]);
  assert.deepEqual(await invite("alice"), [422, "is-owner"]);
  assert.deepEqual(await invite("bob", "owner"), [422, "no-role"]);
  await inviteCollaborator(world, bob.id);
  assert.deepEqual(await invite("bob"), [422, "is-collaborator"]);
  for (let at = 1; at < maxCollaborators; at += 1) {
    await inviteCollaborator(world, (await makeUser(world.ledger, `c${at}`)).id);
  }
  await makeUser(world.ledger, "one_more");
  assert.deepEqual(await invite("one_more"), [422, "too-many"]);
});

// interface §15.44
test("403 — a viewer sees figures alone, an editor everything but what is the owner's", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const visiblePages = async () => {
    const tabs = [];
    for (const tab of applicationPlaces) {
      const { status } = await bobs.get(tabHref(world.application.id, tab));
      assert.ok(status === 200 || status === 403, `${tab}: ${status}`);
      if (status === 200) tabs.push(tab);
    }
    const { html } = await bobs.get(path);
    const linked = applicationPlaces.filter((tab) =>
      html.includes(` href="${tabHref(world.application.id, tab)}"`),
    );
    // What signs a pasted request again is an action of the page with the requests.
    const linkable = tabs.filter((tab) => tab !== "check");
    assert.deepEqual(linked, linkable, "the tabs are those that open");
    return tabs;
  };
  await addCollaborator(world, bob.id, "viewer");
  assert.deepEqual(await visiblePages(), ["overview", "usage", "users", "collaborators"]);
  for (const credential of credentials) {
    assert.equal((await bobs.get(pathOf(world, credential))).status, 403);
    const made = await bobs.send(pathOf(world, credential), making[credential]);
    assert.equal(made.status, 403);
    assert.match(made.html, saying(english.error.kinds["other-role"].happened));
  }
  for (const action of ["settings", "try", "delete", "transfer", "collaborators"]) {
    const { status } = await bobs.send(`${path}/${action}`, { typed_name: "Weather Bot" });
    assert.equal(status, 403, action);
  }
  const promoted = await owner.send(`${path}/collaborators`, {
    change: "make-editor",
    user: bob.id,
  });
  assert.equal(promoted.location, `${path}/collaborators?role-changed`);
  const owners = ["delete"];
  assert.deepEqual(
    await visiblePages(),
    applicationPlaces.filter((tab) => !owners.includes(tab)),
  );
  for (const credential of credentials) {
    assert.equal((await send(world, bobs, credential, making[credential])).status, 201);
  }
  for (const [action, fields] of Object.entries({
    delete: { typed_name: "Weather Bot" },
    transfer: { change: "offer", screen_name: "bob" },
    collaborators: { change: "invite", screen_name: "alice", role: "editor" },
  })) {
    assert.equal((await bobs.send(`${path}/${action}`, fields)).status, 403, action);
  }
  assert.equal((await world.ledger.applicationById(world.application.id))?.ownerId, world.alice.id);
});

// interface §15.44
test("404, 403 — a form that was open when its sender was removed, or lowered, changes nothing", async () => {
  const { world, bob, bobs } = await started();
  await using _ = world;
  const { ledger, application } = world;
  const mine = { applicationId: application.id, userId: bob.id };
  const by = byCommandLine(world.clock.now);
  const quota = async () => ({
    ...(await ledger.applicationKeys(mine, world.clock.now)),
    secretSetAt: (await ledger.applicationById(application.id))?.secretSetAt,
  });
  const before = await quota();
  const lose: readonly [number, () => Promise<unknown>][] = [
    [404, () => ledger.removeCollaborator(mine, by)],
    [403, () => ledger.changeCollaborator({ ...mine, role: "viewer" }, by)],
  ];
  for (const credential of credentials) {
    for (const [status, happens] of lose) {
      await addCollaborator(world, bob.id, "editor");
      const csrf = await bobs.csrf();
      const fields = { ...making[credential], replaces: replacing(before.secretSetAt, credential) };
      await happens();
      const late = await bobs.post(pathOf(world, credential), { csrf, ...fields });
      assert.equal(late.status, status, credential);
      await ledger.removeCollaborator(mine, by);
      // And again between reading the role and writing.
      await addCollaborator(world, bob.id, "editor");
      const seen = afterRead(ledger, "applicationById", happens);
      const raced = await bobs.post(pathOf(world, credential), { csrf, ...fields });
      assert.deepEqual([raced.status, seen.times], [403, 1], credential);
      assert.doesNotMatch(raced.html, /class="secret"/);
      await ledger.removeCollaborator(mine, by);
    }
  }
  assert.deepEqual(await quota(), before);
});

function replacing(secretSetAt: number | undefined, credential: string): string {
  return credential === "consumer-secret" ? String(secretSetAt) : "none";
}

// interface §15.45, §15.46
test("303 — an application is offered, accepted by the other alone, and then theirs", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const carol = await signedIn(world.baseUrl, await makeUser(world.ledger, "carol"));
  const offered = await owner.send(`${path}/transfer`, { change: "offer", screen_name: "bob" });
  assert.equal(offered.location, `${path}/delete?offered`);
  const waiting = await owner.get(`${path}/delete`);
  assert.ok(decoded(waiting.html).includes(transfer.withdraw));
  assert.equal((await bobs.get(path)).status, 404, "still alice's");
  const about = { application: world.application.id, role: "owner", change: "accept" };
  assert.equal((await carol.send("/portal/invitations", about)).status, 409);
  const accepted = await bobs.send("/portal/invitations", about);
  assert.equal(accepted.location, `${path}?owned`);
  assert.equal((await owner.get(path)).status, 404);
  assert.equal((await bobs.get(`${path}/delete`)).status, 200);
  assert.equal((await bobs.send("/portal/invitations", about)).status, 409);
  assert.deepEqual(await eventsOn(world), [
    `ownership.accepted user:${bob.id}`,
    `ownership.offered user:${world.alice.id}`,
    "application.created command-line",
  ]);
});

// interface §15.42, §15.46
test("409 — an offer to someone who was removed, and an invitation of an owner before, give nothing", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const { ledger, application, alice } = world;
  const carol = await makeUser(ledger, "carol");
  const answer = { application: application.id, change: "accept" };
  await addCollaborator(world, bob.id, "editor");
  await owner.send(`${path}/transfer`, { change: "offer", screen_name: "bob" });
  await owner.send(`${path}/collaborators`, { change: "remove", user: bob.id });
  const owned = { ...answer, role: "owner" };
  assert.equal((await bobs.send("/portal/invitations", owned)).status, 409);
  assert.equal((await ledger.applicationById(application.id))?.ownerId, alice.id);

  await inviteCollaborator(world, carol.id, "editor");
  await owner.send(`${path}/transfer`, { change: "offer", screen_name: "bob" });
  assert.equal((await bobs.send("/portal/invitations", owned)).location, `${path}?owned`);
  const late = await signedIn(world.baseUrl, carol);
  const joined = await late.send("/portal/invitations", { ...answer, role: "editor" });
  assert.equal(joined.status, 409);
  assert.equal(await ledger.applicationRole(application.id, carol.id), undefined);
});

// interface §15.45
test("an offer can be withdrawn and declined; no one accepts beyond the limit", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const offer = { change: "offer", screen_name: "bob" };
  const about = { application: world.application.id, role: "owner" };
  await owner.send(`${path}/transfer`, offer);
  const withdrawn = await owner.send(`${path}/transfer`, { change: "withdraw", user: bob.id });
  assert.equal(withdrawn.location, `${path}/delete?withdrawn`);
  assert.equal(
    (await bobs.send("/portal/invitations", { ...about, change: "accept" })).status,
    409,
  );
  await owner.send(`${path}/transfer`, offer);
  const declined = await bobs.send("/portal/invitations", { ...about, change: "decline" });
  assert.equal(declined.location, "/portal/invitations?declined");
  for (let at = 0; at < maxApplications; at += 1) await makeApplication(world.ledger, bob);
  await owner.send(`${path}/transfer`, offer);
  const rejected = await bobs.send("/portal/invitations", { ...about, change: "accept" });
  assert.equal(rejected.status, 409);
  assert.match(rejected.html, saying(invitations.tooMany(maxApplications)));
  for (const screen_name of ["nobody_at_all", "alice"]) {
    assert.equal((await owner.send(`${path}/transfer`, { ...offer, screen_name })).status, 422);
  }
  assert.equal((await world.ledger.applicationById(world.application.id))?.ownerId, world.alice.id);
});

// interface §15.44
test("422 — an older sign-in invites no one, makes no editor and offers nothing without the password", async () => {
  const { world, bob, owner, path } = await started();
  await using _ = world;
  const { ledger, application, clock, alice } = world;
  await addCollaborator(world, bob.id, "viewer");
  clock.now += older;
  const roleOfBob = () => ledger.applicationRole(application.id, bob.id);
  const promote = { change: "make-editor", user: bob.id };
  const asked = await owner.send(`${path}/collaborators`, promote);
  assert.equal(asked.status, 422);
  assert.match(asked.html, saying(collaborators.confirm.title));
  assert.equal(await roleOfBob(), "viewer");
  const authenticated = { ...promote, current_password: alice.password };
  assert.equal((await owner.send(`${path}/collaborators`, authenticated)).status, 303);
  assert.equal(await roleOfBob(), "editor");
  const lower = { change: "make-viewer", user: bob.id };
  assert.equal((await owner.send(`${path}/collaborators`, lower)).status, 303);
  assert.equal(await roleOfBob(), "viewer", "to take something away asks for nothing");
});

// interface §14.14
test("409 — whoever owns applications is shown them before the account can go", async () => {
  const { world, owner, path } = await started();
  await using _ = world;
  const { alice } = world;
  const shown = await owner.get("/account/delete");
  assert.match(shown.html, new RegExp(`href="${path}/delete"`));
  assert.match(shown.html, saying(english.account.deletion.ownsApplications.what));
  const typed = { screen_name: alice.screenName, current_password: alice.password };
  const rejected = await owner.send("/account/delete", typed);
  assert.equal(rejected.status, 409);
  assert.match(rejected.html, new RegExp(`href="${path}/delete"`));
});

// interface §16.26
test("303 — an administrator moves an application to another owner", async () => {
  const { world, bob, owner, bobs, path } = await started();
  await using _ = world;
  const admin: Visitor = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  const page = `/admin/applications/${world.application.id}`;
  const move = (screen_name: string) => admin.send(page, { change: "transfer", screen_name });
  assert.equal((await move("nobody_at_all")).status, 422);
  assert.equal((await move("alice")).status, 422);
  assert.equal((await move("bob")).location, `${page}?transferred`);
  assert.equal((await owner.get(path)).status, 404);
  assert.equal((await bobs.get(path)).status, 200);
  const [last] = await eventsOn(world);
  assert.match(last ?? "", /^ownership\.transferred user:/);
  assert.ok(bob.id);
});

// interface §15.42
test("the roles that can be given are the two that the page offers", async () => {
  const { world, owner, path } = await started();
  await using _ = world;
  const { html } = await owner.get(`${path}/collaborators`);
  const offered = [...html.matchAll(/name="role" type="radio" value="(\w+)"/g)].map(
    ([, one]) => one,
  );
  assert.deepEqual(offered, ["editor", "viewer"] satisfies CollaboratorRole[]);
});
