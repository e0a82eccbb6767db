import type { Application } from "../../../domain/application.ts";
import { differences } from "../../../domain/application-change.ts";
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import { typedText } from "../../../domain/typed-text.ts";
import { foldScreenName, type User, withoutAt } from "../../../domain/user.ts";
import { effectInWords, effectsOfChange, newSchemes } from "../../actions/application-draft.ts";
import { userGiven } from "../../actions/user-given.ts";
import { applicationJson } from "../application.ts";
import { draftAndProblem } from "../application-draft.ts";
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
  /** The owners and names that entries with a key give their applications. */
  readonly named: Set<string>;
}

/** Throws `ConfigurationRejected` if the entry can't be applied. */
export async function applicationStep(
  entry: ApplicationEntry,
  planning: Planning,
  entries: Entries,
): Promise<Step | undefined> {
  const { seen, named } = entries;
  const { consumer_key: key, state } = entry;
  const owner = await ownerOf(entry, planning.ledger);
  const application =
    key === undefined
      ? await applicationNamed(entry, owner, planning.ledger, entries)
      : await planning.ledger.applicationByConsumerKey(key);
  const place = placeOf(entry, owner, application);
  const mark = key ?? place;
  if (seen.has(mark)) throw new ConfigurationRejected("the file lists this application twice");
  seen.add(mark);
  if (state === "absent") return application && deletionStep(application, planning);
  if (key !== undefined) named.add(place);
  return application === undefined
    ? creationStep(entry, planning)
    : changeStep(application, entry, planning);
}

async function ownerOf(
  { owner }: ApplicationEntry,
  ledger: Planning["ledger"],
): Promise<User | undefined> {
  return owner === undefined ? undefined : userGiven(ledger, owner);
}

/** The owner and the name that the application has afterwards. */
function placeOf(
  { owner: ownerName = "", name }: ApplicationEntry,
  owner: User | undefined,
  application: Application | undefined,
): string {
  const ownerId = owner?.id ?? (ownerName === "" ? application?.ownerId : undefined);
  return JSON.stringify([
    ownerId ?? `@${foldScreenName(withoutAt(ownerName))}`,
    name === undefined ? (application?.name ?? "") : typedText(name),
  ]);
}

/** The owner's one with this name that the file does not name by its key. */
async function applicationNamed(
  entry: ApplicationEntry,
  owner: User | undefined,
  ledger: Planning["ledger"],
  { keys, named }: Entries,
): Promise<Application | undefined> {
  if (named.has(placeOf(entry, owner, undefined))) {
    throw new ConfigurationRejected(
      "another entry has this owner and name, and a consumer_key; give consumer_key here too",
    );
  }
  if (owner === undefined) return undefined;
  const { id: ownerId, screenName } = owner;
  const wanted = { ownerId, name: typedText(entry.name) };
  const all = await ledger.applicationsNamed(wanted, keys.size + 2);
  const [application, another] = all.filter(({ consumerKey }) => !keys.has(consumerKey));
  if (another === undefined) return application;
  throw new ConfigurationRejected(
    `${screenName} has several applications of this name; give consumer_key`,
  );
}

async function deletionStep(application: Application, { ledger, now }: Planning): Promise<Step> {
  const { users: collaborators } = await ledger.collaborators(application.id, now);
  const from = { application, collaborators };
  return {
    action: "delete",
    what: titleOf(application),
    differences: [],
    ends: ["The application and all its tokens are deleted."],
    seen: JSON.stringify([applicationJson(application), collaborators]),
    run: (by) =>
      configure(ledger, { applicationId: application.id, from, isAbsent: true, now: by.at }, by),
  };
}

async function changeStep(
  application: Application,
  entry: ApplicationEntry,
  planning: Planning,
): Promise<Step | undefined> {
  const { ledger, config, now } = planning;
  const { draft, problem } = draftAndProblem(entry, config, application);
  if (problem !== undefined) throw new ConfigurationRejected(problem);
  const { owner: ownerName } = entry;
  const owner = ownerName === undefined ? undefined : await userNamed(ledger, ownerName);
  const { users: collaborators } = await ledger.collaborators(application.id, now);
  const changed = differences(application, draft);
  const settings: Part = {
    differences: changed,
    ends: (await effectsOfChange(ledger, application, draft, now)).map(effectInWords),
    wanted: changed.length === 0 ? {} : { draft, schemes: newSchemes(application, draft) },
  };
  const present = { ...application, collaborators };
  const decided = await decidedParts(entry, present, planning);
  const parts = [settings, ownerPart(application, owner), ...decided];
  const all = parts.flatMap((part) => part.differences);
  if (all.length === 0) return undefined;
  return {
    action: "change",
    what: titleOf(application),
    differences: all,
    ends: parts.flatMap((part) => part.ends),
    run: (by) =>
      configure(
        ledger,
        {
          ...Object.assign({}, ...parts.map((part) => part.wanted)),
          applicationId: application.id,
          from: { application, collaborators },
          now: by.at,
        },
        by,
      ),
  };
}

function titleOf({ name, consumerKey }: Application): string {
  return `application ${name} (${consumerKey})`;
}
