import type { SignatureMethod } from "#oauth1";
import { type ApplicationId, idFrom, type Random, type UserId } from "../../domain/credentials.ts";
import type { ImportedUserRecord } from "../../domain/imported.ts";
import { isScreenName, screenNameForm } from "../../domain/user.ts";
import { BadRecord, type Members } from "./members.ts";

export interface Reading {
  /** Records that give no time get this one. */
  readonly now: number;
  readonly random: Random;
  readonly withAdmins: boolean;
  /** What the service accepts (`COUNTERSIGN_SIGNATURE_METHODS`). */
  readonly signatureMethods: readonly SignatureMethod[];
}

export function userIn(members: Members, id: string, screenName: string): ImportedUserRecord {
  return {
    id: idIn<UserId>(members, id),
    screenName: members.text(screenName, (text) =>
      isScreenName(text) ? undefined : `a screen name has ${screenNameForm}`,
    ),
  };
}

export function idIn<Id extends UserId | ApplicationId>(members: Members, name: string): Id {
  return members.text(name, (text) =>
    idFrom(text) === undefined
      ? "an ID is a number from 1 to 9007199254740991, written as a string"
      : undefined,
  ) as Id;
}

export function pastIn(members: Members, name: string, now: number): number {
  const at = members.time(name) ?? now;
  if (at > now) throw new BadRecord(`"${name}" is in the future`);
  return at;
}
