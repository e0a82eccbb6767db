/** The schemas of the admin API's document as tables of members. */
import type { Document, Schema } from "./admin-document.ts";
import { table } from "./page.ts";

/** A schema that only one operation has is described there, and all others in a chapter of their own. */
export function objectsOf({ paths, components: { schemas } }: Document) {
  const inPaths = namesIn(paths);
  const inSchemas = new Set(namesIn(schemas));
  const isShared = (name: string) =>
    inSchemas.has(name) || inPaths.filter((one) => one === name).length > 1;
  const linked = (name: string) => `[${name}](#${name.toLowerCase()}-object)`;

  /** A link to a shared object, or the members. */
  function described(title: string, schema: Schema): string {
    const name = nameIn(schema);
    if (name === undefined || isShared(name)) return `${title}: ${typeOf(schema)}.`;
    return `${title}:\n\n${membersOf(schemas[name] ?? {})}`;
  }

  function membersOf(schema: Schema): string {
    const options = schema.anyOf ?? [schema];
    return options.map((one) => table(columns, rowsOf(one, "", typeOf))).join("\n\nOr:\n\n");
  }

  function typeOf(schema: Schema): string {
    const { $ref, anyOf, type, format, items, additionalProperties: others } = schema;
    if ($ref !== undefined) {
      const name = nameIn(schema) ?? "";
      return isShared(name) ? linked(name) : "object";
    }
    if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" or ");
    if (schema.const !== undefined) return code(schema.const);
    if (schema.enum !== undefined) return schema.enum.map(code).join(" or ");
    if (Array.isArray(type)) return type.join(" or ");
    if (type === "array") return `array of ${typeOf(items ?? {})}`;
    if (type === "object" && others) return `object of ${typeOf(others)} by name`;
    if (format === "date-time") return "time";
    return format ?? (typeof type === "string" ? type : "any");
  }

  return {
    typeOf,
    described,
    membersOf,
    chapter: Object.entries(schemas)
      .toSorted()
      .filter(([name]) => isShared(name))
      .map(([name, schema]) => `### ${name} object\n\n${membersOf(schema)}`),
  };
}

const columns = ["member", "type", "meaning"];

/** With the members of objects inside, as `owner.id`, `data[].id`, and `plans.*.limits`. */
function rowsOf(
  { properties = {}, required = [] }: Schema,
  within: string,
  typeOf: (schema: Schema) => string,
): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const type = typeOf(schema);
    const place = `${within}${name}`;
    const isOptional = !required.includes(name);
    return [
      [code(place), isOptional ? `${type}, optional` : type, schema.description ?? ""],
      ...rowsInside(schema, place, typeOf),
    ];
  });
}

function rowsInside(schema: Schema, place: string, typeOf: (schema: Schema) => string): string[][] {
  if (schema.properties !== undefined) return rowsOf(schema, `${place}.`, typeOf);
  if (schema.items !== undefined) return rowsInside(schema.items, `${place}[]`, typeOf);
  if (schema.additionalProperties) {
    return rowsInside(schema.additionalProperties, `${place}.*`, typeOf);
  }
  return (schema.anyOf ?? []).flatMap((one) => rowsInside(one, place, typeOf));
}

function namesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name = ""]) => name,
  );
}

function nameIn({ $ref }: Schema): string | undefined {
  return $ref?.replace("#/components/schemas/", "");
}

function code(value: unknown): string {
  return `\`${value === "" ? '""' : value}\``;
}
