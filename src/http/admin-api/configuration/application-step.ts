import type { Application } from "../../../domain/application.ts";
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import { differences } from "../../../domain/application-differences.ts";
import type { UserId } from "../../../domain/credentials.ts";
import { everyPage } from "../../../domain/page.ts";
import { typedText } from "../../../domain/typed-text.ts";
import { withoutAt } from "../../../domain/user.ts";
import { newSchemes } from "../../actions/application-draft.ts";
import { effectsOfChange } from "../../actions/change-application.ts";
import { draftAndProblem } from "../application-draft.ts";
import { effectInWords } from "../change-effects.ts";
import { configure, decidedParts, ownerPart, type Part, userNamed } from "./application-parts.ts";
import { creationStep } from "./creation-step.ts";
import type { Planning, Step } from "./step.ts";
import type { ApplicationEntry } from "./wanted.ts";

/** What the entries of one configuration share. */
export interface Entries {
  /** Every consumer key of the configuration. */
  readonly keys: ReadonlySet<string>;
  /** The applications that it had before this entry. */
  readonly seen: Set<string>;
  /** The applications of each owner, by name; a configuration may list hundreds of one owner. */
  readonly owned: Map<UserId, ReadonlyMap<string, readonly Application[]>>;
}

/** Throws `ConfigurationRejected` if the entry can't be applied. */
export async function applicationStep(
  entry: ApplicationEntry,
  planning: Planning,
  entries: Entries,
): Promise<Step | undefined> {
  const { seen } = entries;
  const found = await applicationOf(entry, planning.ledger, entries);
  const { consumer_key, owner, name } = entry;
  const mark = found?.id ?? consumer_key ?? JSON.stringify([owner?.toLowerCase(), name]);
  if (seen.has(mark)) throw new ConfigurationRejected("the file lists this application twice");
  seen.add(mark);
  if (entry.state === "absent") return found && deletionStep(found, planning);
  return found === undefined ? creationStep(entry, planning) : changeStep(found, entry, planning);
}

/** The one with the consumer key, or the owner's one with this name that the file does not name by its key. */
async function applicationOf(
  { consumer_key: key, owner, name }: ApplicationEntry,
  ledger: Planning["ledger"],
  { keys, owned }: Entries,
): Promise<Application | undefined> {
  const byKey = key && (await ledger.applicationByConsumerKey(key));
  if (byKey) return byKey;
  if (owner === undefined || name === undefined) return undefined;
  const user = await ledger.userByScreenName(withoutAt(owner));
  if (user === undefined) return undefined;
  const byName = owned.get(user.id) ?? (await applicationsByName(ledger, user.id));
  owned.set(user.id, byName);
  const named = (byName.get(typedText(name)) ?? []).filter((one) => !keys.has(one.consumerKey));
  if (named.length < 2) return named[0];
  throw new ConfigurationRejected(
    `${user.screenName} has ${named.length} applications of this name; give consumer_key`,
  );
}

async function applicationsByName(
  ledger: Planning["ledger"],
  owner: UserId,
): Promise<ReadonlyMap<string, readonly Application[]>> {
  const all = await Array.fromAsync(
    everyPage(
      (after) => ledger.applicationsOf(owner, { after, size: 500 }),
      ({ id }: Application) => id,
    ),
  );
  return Map.groupBy(all, ({ name }) => name);
}

function deletionStep(found: Application, { ledger }: Planning): Step {
  return {
    action: "delete",
    what: titleOf(found),
    differences: [],
    ends: ["The application and all its tokens are deleted."],
    run: (by) => ledger.deleteApplication(found.id, by),
  };
}

async function changeStep(
  found: Application,
  entry: ApplicationEntry,
  { ledger, config, now }: Planning,
): Promise<Step | undefined> {
  const { draft, problem } = draftAndProblem(entry, config, found);
  if (problem !== undefined) throw new ConfigurationRejected(problem);
  const { owner: ownerName } = entry;
  const owner = ownerName === undefined ? undefined : await userNamed(ledger, ownerName);
  const { users: collaborators } = await ledger.collaborators(found.id, now);
  const changed = differences(found, draft);
  const settings: Part = {
    differences: changed,
    ends: (await effectsOfChange(ledger, found, draft, now)).map(effectInWords),
    wanted: changed.length === 0 ? {} : { draft, schemes: newSchemes(found, draft) },
  };
  const decided = await decidedParts(entry, { ...found, collaborators }, { ledger, config });
  const parts = [settings, ownerPart(found, owner), ...decided];
  const all = parts.flatMap((part) => part.differences);
  if (all.length === 0) return undefined;
  return {
    action: "change",
    what: titleOf(found),
    differences: all,
    ends: parts.flatMap((part) => part.ends),
    run: (by) =>
      configure(
        ledger,
        {
          ...Object.assign({}, ...parts.map((part) => part.wanted)),
          applicationId: found.id,
          from: { application: found, collaborators },
          now: by.at,
        },
        by,
      ),
  };
}

function titleOf({ name, consumerKey }: Application): string {
  return `application ${name} (${consumerKey})`;
}
