/** The contract for plans, and for which application has which. */
import assert from "node:assert/strict";
import { by, checkOn, type OpenLedger } from "./seeded-ledger.ts";

const draft = { description: "For trying it.", limits: { "oauth2/token": 7 }, isDefault: false };

export function planSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("savePlan: it is created once, and changed by who saw it last", async ({ ledger }) => {
    const create = () => ledger.savePlan({ name: "free", draft, most: 2 }, by);
    const all = await Promise.all([create(), create(), create()]);
    assert.deepEqual(all.sort(), ["name-taken", "name-taken", "saved"]);
    const changed = { ...draft, limits: { "api/exports": "10/1s 10000/month" } };
    const change = (limit: number) => {
      const limits = { ...changed.limits, "oauth2/token": limit };
      return ledger.savePlan({ name: "free", draft: { ...changed, limits }, seen: 1, most: 2 }, by);
    };
    const both = await Promise.all([change(1), change(2)]);
    assert.deepEqual(both.sort(), ["changed-since", "saved"]);
    const [plan] = await ledger.plans();
    assert.deepEqual([plan?.version, plan?.limits["api/exports"]], [2, "10/1s 10000/month"]);
    await ledger.savePlan({ name: "partner", draft, most: 2 }, by);
    assert.equal(await ledger.savePlan({ name: "third", draft, most: 2 }, by), "too-many");
  });

  check("savePlan: of two plans that become the default one, one is", async ({ ledger }) => {
    for (const name of ["free", "partner"]) await ledger.savePlan({ name, draft, most: 9 }, by);
    const usual = (name: string, seen: number) =>
      ledger.savePlan({ name, draft: { ...draft, isDefault: true }, seen, most: 9 }, by);
    assert.deepEqual(await Promise.all([usual("free", 1), usual("partner", 1)]), [
      "saved",
      "saved",
    ]);
    const plans = await ledger.plans();
    assert.equal(plans.filter(({ isDefault }) => isDefault).length, 1);
    const [other] = plans.filter(({ isDefault }) => !isDefault);
    assert.equal(other?.version, 3, "who saw it as the default one doesn't change it unseen");
  });

  check("deletePlan: applications keep it, unless they are freed", async (world) => {
    const { ledger, application: applicationId } = world;
    await ledger.savePlan({ name: "free", draft, most: 9 }, by);
    const set = (plan: string | undefined, seen: string | undefined) =>
      ledger.setApplicationPlan({ applicationId, plan, seen }, by);
    assert.equal(await set("none", undefined), "no-plan");
    assert.equal(await set("free", undefined), "set");
    assert.equal(await set(undefined, "other"), "changed-since");
    assert.equal((await ledger.applicationById(applicationId))?.plan, "free");
    assert.deepEqual(
      (await ledger.applicationLimits()).map(({ limits, plan }) => [limits, plan]),
      [[{}, "free"]],
    );
    assert.equal((await ledger.plans())[0]?.applications, 1);
    const gone = { name: "free", seen: 1, frees: false };
    assert.equal(await ledger.deletePlan(gone, by), "in-use");
    assert.equal(await ledger.deletePlan({ ...gone, seen: 2, frees: true }, by), "changed-since");
    assert.equal(await ledger.deletePlan({ ...gone, frees: true }, by), "deleted");
    assert.equal((await ledger.applicationById(applicationId))?.plan, undefined);
    assert.deepEqual(await ledger.plans(), []);
  });

  check(
    "deletePlan, setApplicationPlan: no application is left with a plan that there is not",
    async (world) => {
      const { ledger, application: applicationId } = world;
      for (let round = 1; round <= 10; round += 1) {
        await ledger.savePlan({ name: "free", draft, most: 9 }, by);
        const [outcome] = await Promise.all([
          ledger.setApplicationPlan({ applicationId, plan: "free", seen: undefined }, by),
          ledger.deletePlan({ name: "free", seen: 1, frees: true }, by),
        ]);
        assert.match(outcome, /^(set|no-plan)$/);
        assert.equal((await ledger.applicationById(applicationId))?.plan, undefined);
      }
    },
  );

  check("configureApplication: a plan that there is not changes nothing", async (world) => {
    const { ledger, application: applicationId } = world;
    const application = await ledger.applicationById(applicationId);
    assert.ok(application);
    const { users: collaborators } = await ledger.collaborators(applicationId, by.at);
    const from = { application, collaborators };
    const wanted = { applicationId, from, limits: { "oauth2/token": 9 }, plan: "none", now: by.at };
    await assert.rejects(() => ledger.configureApplication(wanted, by), /no plan none/);
    assert.deepEqual((await ledger.applicationById(applicationId))?.limits, {});
    await ledger.savePlan({ name: "none", draft, most: 9 }, by);
    assert.equal(await ledger.configureApplication(wanted, by), true);
    assert.equal((await ledger.applicationById(applicationId))?.plan, "none");
  });
}
