import { randomBytes } from "node:crypto";
import { emptyDraft } from "../../../domain/application-change.ts";
import { OutcomeUnknown } from "../../../domain/errors.ts";
import { withoutAt } from "../../../domain/user.ts";
import { administratorsApplication } from "../../../http/actions/create-application.ts";
import { draftAndProblem } from "../../../http/admin-api/application-draft.ts";
import { differences } from "../differences.ts";
import { Failed, terminalText } from "../outcome.ts";
import { userNamed } from "../stores.ts";
import { before, configure, decidedParts } from "./application-parts.ts";
import type { ApplicationEntry } from "./file.ts";
import { destinationOf } from "./secrets.ts";
import type { Planning, Step } from "./step.ts";

/** Throws `Failed` if the entry lacks what a new application needs. */
export async function creationStep(
  entry: ApplicationEntry,
  { ledger, config, directory }: Planning,
): Promise<Step> {
  const { name, owner, access, secrets } = entry;
  if (name === undefined || owner === undefined || access === undefined || secrets === undefined) {
    throw new Failed("the application is new, so it needs name, owner, access and secrets");
  }
  const { draft, problem } = draftAndProblem(entry, config, emptyDraft);
  if (problem !== undefined) throw new Failed(problem);
  const { id: ownerId, screenName } = await userNamed(ledger, withoutAt(owner));
  const destination = destinationOf(secrets, directory);
  const obstacle = destination.problem();
  if (obstacle !== undefined) throw new Failed(obstacle);
  const parts = await decidedParts(entry, before, { ledger, config });
  return {
    action: "create",
    what: `application ${draft.name} of ${screenName}, with ${access} access`,
    differences: [
      ...differences({ ...emptyDraft, name: draft.name, access }, draft),
      ...parts.flatMap((part) => part.differences),
      { setting: "secrets", from: "", to: destination.name },
    ],
    ends: [],
    async run(now) {
      const application = administratorsApplication(ownerId, draft, randomBytes);
      const consumerKey = entry.consumer_key ?? application.consumerKey;
      const created = { ...application, consumerKey, now };
      // The keys come first, so that no application has a secret that its administrator does not know.
      await destination.deliver(created);
      try {
        const wanted = Object.assign({}, ...parts.map((part) => part.wanted));
        await configure(ledger, {
          ...wanted,
          applicationId: created.id,
          from: { created, byName: entry.consumer_key === undefined },
          now,
        });
      } catch (error) {
        const left =
          error instanceof OutcomeUnknown ? kept(destination.name) : destination.takeBack();
        if (left !== undefined) process.stderr.write(`countersign: ${terminalText(left)}\n`);
        throw error;
      }
    },
  };
}

function kept(name: string): string {
  return `the keys are in ${name}; they are valid if the application was created`;
}
