/** The JSON of a noun's fields, as the admin API takes and returns it. */
import { z } from "zod";
import type { AccessLevel } from "../../domain/access.ts";
import {
  type Field,
  type Fields,
  maxLink,
  type Snake,
  snakeName,
} from "../../domain/fields/field.ts";
import { access } from "./shapes.ts";

type Shape<Noun> = { [Name in keyof Noun & string as Snake<Name>]: ShapeOf<Noun[Name]> };
type ShapeOf<Value> = Value extends boolean
  ? z.ZodBoolean
  : Value extends AccessLevel
    ? typeof access
    : Value extends string
      ? z.ZodString
      : z.ZodArray<z.ZodString>;

/** The bounds only keep large values away from the checks of the noun, whose problems are sentences. */
export function shapeOf<Noun>(fields: Fields<Noun>): Shape<Noun> {
  const pairs = Object.entries<Field>(fields).map(([name, field]) => [
    snakeName(name),
    schemaOf(field).describe(field.meaning),
  ]);
  return Object.fromEntries(pairs);
}

function schemaOf(field: Field): z.ZodType {
  switch (field.kind) {
    case "text":
      return z.string().max(4 * field.max);
    case "link":
      return z.string().max(5 * maxLink);
    case "level":
      return access;
    case "flag":
      return z.boolean();
    case "list":
      return z.array(z.string().max(2000)).max(10 * field.max);
  }
}
