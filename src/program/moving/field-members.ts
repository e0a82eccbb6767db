/** The members of a noun's fields in a line of an import and an export. */
import { type AccessLevel, isAccessLevel } from "../../domain/access.ts";
import {
  type Field,
  type Fields,
  type FieldValue,
  namesOf,
  snakeName,
  valuesFor,
} from "../../domain/fields/field.ts";
import { anything, BadRecord, type Members } from "./members.ts";

export function memberNames<Noun>(fields: Fields<Noun>): readonly string[] {
  return namesOf(fields).map((name) => snakeName(name));
}

/** A member that is absent is empty or off. Throws `BadRecord`. */
export function fieldsIn<Noun>(fields: Fields<Noun>, members: Members): Noun {
  return valuesFor(fields, (name, field) => valueIn(members, snakeName(name), field));
}

function valueIn(members: Members, name: string, field: Field): FieldValue {
  switch (field.kind) {
    case "text":
      if (field.required) return members.text(name, anything);
      return members.optionalText(name, anything) ?? "";
    case "link":
      return members.optionalText(name, anything) ?? "";
    case "level":
      return levelIn(members, name);
    case "flag":
      return members.flag(name);
    case "list": {
      const list = members.texts(name, field.max) ?? [];
      if (new Set(list).size === list.length) return list;
      throw new BadRecord(`"${name}" has a duplicate`);
    }
  }
}

export function levelIn(members: Members, name: string): AccessLevel {
  const level = members.text(name, anything);
  if (isAccessLevel(level)) return level;
  throw new BadRecord(`"${name}" is not read or write`);
}

/** `fieldsIn` reads them back: what is empty or off is left out. */
export function fieldMembers<Noun>(fields: Fields<Noun>, noun: Noun): object {
  const members = namesOf(fields).map((name) => [snakeName(name), noun[name]] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== "" && value !== false));
}
