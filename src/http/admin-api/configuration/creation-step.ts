import { randomBytes } from "node:crypto";
import { differences } from "../../../domain/application-change.ts";
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import { emptyDraft } from "../../../domain/fields/application.ts";
import { administratorsApplication } from "../../actions/create-application.ts";
import { draftAndProblem } from "../application-draft.ts";
import { before, configure, decidedParts, userNamed } from "./application-parts.ts";
import type { Planning, Step } from "./step.ts";
import type { ApplicationEntry } from "./wanted.ts";

/** Throws `ConfigurationRejected` if the entry lacks what a new application needs. */
export async function creationStep(entry: ApplicationEntry, planning: Planning): Promise<Step> {
  const { ledger, config } = planning;
  const { name, owner, access, consumer_key: consumerKey } = entry;
  if (name === undefined || owner === undefined || access === undefined) {
    throw new ConfigurationRejected("the application is new, so it needs name, owner and access");
  }
  const { draft, problem } = draftAndProblem(entry, config, emptyDraft);
  if (problem !== undefined) throw new ConfigurationRejected(problem);
  const { id: ownerId, screenName } = await userNamed(ledger, owner);
  const parts = await decidedParts(entry, before, planning);
  return {
    action: "create",
    what: `application ${draft.name} of ${screenName}, with ${access} access`,
    differences: [
      ...differences({ ...emptyDraft, name: draft.name, access }, draft),
      ...parts.flatMap((part) => part.differences),
    ],
    ends: [],
    run(by, keys) {
      if (keys === undefined || keys.consumerKey !== (consumerKey ?? keys.consumerKey)) {
        throw new ConfigurationRejected("the application is new, so it needs its keys");
      }
      const application = administratorsApplication(ownerId, draft, randomBytes);
      const created = { ...application, ...keys, now: by.at };
      const wanted = Object.assign({}, ...parts.map((part) => part.wanted));
      const from = { created, byName: consumerKey === undefined };
      return configure(ledger, { ...wanted, applicationId: created.id, from, now: by.at }, by);
    },
  };
}
