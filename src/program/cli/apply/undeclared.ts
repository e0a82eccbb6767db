/** The applications that a file leaves out: which of them may stay, and the changes that delete the others. */
import { type ConsumerKey, idFrom } from "../../../domain/credentials.ts";
import { typedText } from "../../../domain/typed-text.ts";
import { foldScreenName, withoutAt } from "../../../domain/user.ts";
import { maxApplications } from "../../../http/admin-api/configuration/wanted.ts";
import { Failed } from "../outcome.ts";
import type { ApplyFile } from "./file.ts";
import type { Change, ListedApplication, Target } from "./target.ts";

/** The applications that no entry of the file names, and that it doesn't let stay. Throws `Failed`. */
export async function undeclaredBy(
  file: ApplyFile,
  target: Target,
): Promise<readonly ListedApplication[]> {
  const mayStay = await stayingBy(file, target);
  return notNamedIn(file, await target.applications()).filter((one) => !mayStay(one));
}

/**
 * A file that was cut short names nothing, and would delete everything: it has to say what it names, and, after that,
 * what else may stay. Throws `Failed`.
 */
export function assertPrunable({ applications, undeclared }: ApplyFile): void {
  if (applications !== undefined && undeclared !== undefined) return;
  throw new Failed(
    "nothing was changed: --prune needs `applications` in the file, and `undeclared`, which says what else may stay; `undeclared: { keep: [] }` means nothing",
  );
}

/** They are deleted as they are now: a plan of a deletion compares the whole application. */
export async function pruned(
  undeclared: readonly ListedApplication[],
  target: Target,
): Promise<readonly Change[]> {
  const byKey = new Map(undeclared.map((one) => [one.consumer_key, one]));
  const keys = [...byKey.keys()];
  const changes: Change[] = [];
  for (let at = 0; at < keys.length; at += maxApplications) {
    const entries = keys.slice(at, at + maxApplications).map((key) => {
      return { consumer_key: key as ConsumerKey, state: "absent" as const };
    });
    for (const change of await target.plan({ applications: entries })) {
      const { consumer_key = "" } = entries[placeIn(change)] ?? {};
      changes.push({ ...change, what: titleOf(byKey.get(consumer_key)) ?? change.what });
    }
  }
  return changes;
}

/** A file without such a part says nothing about it. What a part leaves out is deleted. */
export async function prunedNames(wanted: ApplyFile, target: Target): Promise<readonly Change[]> {
  const present = { sunsets: target.sunsets, api_limits: target.apiLimits };
  const changes: Change[] = [];
  for (const [part, names] of Object.entries(present) as [keyof typeof present, Names][]) {
    const declared = wanted[part];
    if (declared === undefined) continue;
    const undeclared = (await names()).filter((name) => declared[name] === undefined);
    if (undeclared.length === 0) continue;
    const absent = undeclared.map((name) => [name, { state: "absent" as const }] as const);
    changes.push(...(await target.plan({ [part]: Object.fromEntries(absent) })));
  }
  return changes.map((one) => ({ ...one, what: `undeclared ${one.what}` }));
}

type Names = () => Promise<readonly string[]>;

/** Of its entry in the configuration that was planned. */
export function placeIn({ part }: Pick<Change, "part">): number {
  return Number(/\d+/.exec(part)?.[0]);
}

function titleOf(one: ListedApplication | undefined): string | undefined {
  if (one === undefined) return undefined;
  const { name, consumer_key: key, owner, lastUsedOn } = one;
  const used = lastUsedOn === undefined ? "never used" : `last used on ${lastUsedOn}`;
  return `undeclared application ${name} (${key}) of ${owner}, ${used}`;
}

function notNamedIn(
  { applications = [] }: ApplyFile,
  present: readonly ListedApplication[],
): readonly ListedApplication[] {
  const byScreenName = (owner: string) => `@${foldScreenName(withoutAt(owner))}`;
  const place = (owner: string, name: string) => JSON.stringify([owner, typedText(name)]);
  const named = new Set(
    applications.map(({ consumer_key: key, owner = "", name = "" }) => {
      return key ?? place(idFrom(owner.trim()) ?? byScreenName(owner), name);
    }),
  );
  return present.filter(
    (one) =>
      ![
        one.consumer_key,
        place(one.ownerId, one.name),
        place(byScreenName(one.owner), one.name),
      ].some((mark) => named.has(mark)),
  );
}

/** An owner who does not exist is an error: with a typing mistake, the rule would keep nothing. */
async function stayingBy(
  { undeclared }: ApplyFile,
  target: Target,
): Promise<(one: ListedApplication) => boolean> {
  const rules: { readonly ownerId: string | undefined; readonly name: string }[] = [];
  for (const [at, { owner, name = "*" }] of (undeclared?.keep ?? []).entries()) {
    const ownerId = owner === undefined ? undefined : await target.userId(owner);
    if (owner !== undefined && ownerId === undefined) {
      throw new Failed(
        `nothing was changed\nundeclared.keep[${at}].owner: there is no user ${withoutAt(owner)}`,
      );
    }
    rules.push({ ownerId, name });
  }
  return (one) =>
    rules.some(({ ownerId = one.ownerId, name }) => {
      return ownerId === one.ownerId && isLike(one.name, name);
    });
}

/** `*` stands for any characters, also none. Each part is looked for once, so that no pattern takes long. */
export function isLike(name: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
