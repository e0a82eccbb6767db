/** T58: what an intruder began in somebody's account, after its owner or an administrator acted against them. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { issueLink, type WantedLink } from "../../src/actions/issue-link.ts";
import type { Reason } from "../../src/domain/operating.ts";
import { byCommandLine } from "../../src/events/context.ts";
import { approvalOf, exchange, refusalOf, requestTokenFor } from "../support/flow.ts";
import { Person, signedIn } from "../support/person.ts";
import { makeApplication, makeOperator, makeUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";

const wanted = "a new one, nobody guesses";

/** What the owner or an administrator does. "everything": also invitations and offers end. */
const acts: Readonly<
  Record<string, { ends: "approvals" | "everything"; act: (world: World) => Promise<unknown> }>
> = {
  "a new password": {
    ends: "approvals",
    async act({ baseUrl, alice }) {
      const owner = await signedIn(baseUrl, alice);
      const change = { current_password: alice.password, new_password: wanted };
      assert.equal((await owner.send("/account/password", change)).status, 303);
    },
  },
  "sign out everywhere else": {
    ends: "approvals",
    async act({ baseUrl, alice }) {
      const owner = await signedIn(baseUrl, alice);
      const ended = await owner.send("/account/sessions", { change: "end-others" });
      assert.equal(ended.location, "/account/sessions?ended-others");
    },
  },
  "sign out, by an administrator": {
    ends: "approvals",
    async act({ baseUrl, alice, ledger }) {
      const admin = await signedIn(baseUrl, await makeOperator(ledger, "carol"));
      const ended = await admin.send(`/admin/people/${alice.id}`, { change: "end-sessions" });
      assert.equal(ended.status, 303);
    },
  },
  "a link to a new password": {
    ends: "everything",
    act: (world) => choosePassword(world, { purpose: "password-reset", userId: world.alice.id }),
  },
  "a recovery link": {
    ends: "everything",
    act: (world) => {
      const because = "somebody else had the account" as Reason;
      const { id: userId } = world.alice;
      return choosePassword(world, { purpose: "account-recovery", userId, because });
    },
  },
};

// interface §14.64, §17.23
for (const [name, { ends, act }] of Object.entries(acts)) {
  test(`T58 — 401 · 89: what an intruder approved ends with ${name}; invitations and offers ${ends === "everything" ? "end" : "stay"}`, async () => {
    await using world = await startWorld();
    const { baseUrl, application, alice, ledger } = world;
    const mallory = await makeUser(ledger, "mallory");
    const trap = await makeApplication(ledger, mallory, { name: "Trap" });
    const intruder = await signedIn(baseUrl, alice);
    const request = await requestTokenFor(baseUrl, trap);
    const verifier = await approvalOf(baseUrl, request.token, alice, intruder);
    const helper = await makeUser(ledger, "helper");
    const page = `/portal/applications/${application.id}`;
    const offer = { change: "offer", screen_name: "mallory" };
    const invite = { change: "invite", screen_name: "helper", role: "admin" };
    assert.equal((await intruder.send(`${page}/transfer`, offer)).status, 303);
    assert.equal((await intruder.send(`${page}/collaborators`, invite)).status, 303);
    await act(world);
    const late = await exchange(baseUrl, trap, request, verifier);
    assert.equal(await refusalOf(late), "401 · 89");
    assert.deepEqual(await ledger.grants(trap.id, alice.id), []);
    assert.equal((await intruder.get("/account")).status, 303, "signed out");
    const accept = async (user: typeof helper, role: string) => {
      const person = await signedIn(baseUrl, user);
      await person.send("/portal/invitations", { ...accepting, role });
      return ledger.applicationRole(application.id, user.id);
    };
    const accepting = { change: "accept", application: application.id };
    const works = ends === "approvals";
    assert.equal(await accept(helper, "admin"), works ? "admin" : undefined);
    assert.equal(await accept(mallory, "owner"), works ? "owner" : undefined);
  });
}

async function choosePassword({ ledger, baseUrl }: World, link: WantedLink): Promise<void> {
  const from = { ledger, random: randomBytes, origin: baseUrl };
  const { href } = await issueLink(from, link, byCommandLine(Date.now()));
  const { pathname, search } = new URL(href);
  const owner = new Person(baseUrl);
  const page = await owner.get(pathname + search);
  const chosen = await owner.submit(page, { new_password: wanted });
  assert.equal(chosen.location, "/sign-in?changed");
}
