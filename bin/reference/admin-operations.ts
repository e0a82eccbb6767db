/**
 * The types of `@countersign/client/admin`, from the OpenAPI document of the admin API. It reads the keywords that the
 * document has, and throws at any other, so that no type is wrong silently.
 */

import type { Content, Document, Operation, Parameter, Schema } from "./admin-document.ts";

interface Member {
  readonly name: string;
  readonly type: (depth: number) => string;
  readonly optional?: boolean;
  readonly description?: string | undefined;
}

/** The lines of a TypeScript file, formatted as `npm run format` would. */
export function adminOperations(document: object): string {
  const { paths, components } = document as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const { parameters = [], ...methods } = item;
    return Object.entries(methods).map(([method, one]) =>
      operationMember(
        `${method.toUpperCase()} ${path.replace("/admin/v1", "")}`,
        parameters as readonly Parameter[],
        one as Operation,
      ),
    );
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const type = typeOf(schema, 0);
    if (schema.properties !== undefined) return `export interface ${name} ${type}\n`;
    return `export type ${name} =${fitted(type, `export type ${name} = `, 0)};\n`;
  });
  return [
    "/** Written by `npm run reference` from the OpenAPI document of the admin API. */\n",
    `/** What each operation takes, and what it returns. */\nexport interface AdminOperations ${object(operations, 0)}\n`,
    ...schemas,
  ].join("\n");
}

function operationMember(name: string, shared: readonly Parameter[], operation: Operation): Member {
  const { summary, parameters = [], requestBody, responses } = operation;
  const all = [...shared, ...parameters];
  const members: Member[] = [];
  for (const [where, member] of [
    ["path", "params"],
    ["query", "query"],
  ] as const) {
    const those = all.filter((one) => one.in === where);
    if (those.length === 0) continue;
    const optional = those.every(({ required }) => !required);
    members.push({
      name: member,
      optional,
      type: (depth) => object(those.map(parameterMember), depth),
    });
  }
  for (const { name: header, required, description: meaning } of all) {
    const member = headerMembers[header];
    if (member === undefined) continue;
    members.push({ name: member, optional: !required, description: meaning, type: () => "string" });
  }
  if (requestBody !== undefined) members.push(...bodyMembers(requestBody.content));
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  members.push({ name: "result", type: (depth) => object(resultMembers(success), depth) });
  return {
    name: JSON.stringify(name),
    description: `${summary}.`,
    type: (depth) => object(members, depth),
  };
}

const headerMembers: Readonly<Record<string, string>> = {
  "Idempotency-Key": "idempotencyKey",
  "If-Match": "ifMatch",
};

function parameterMember({ name, required, description, schema }: Parameter): Member {
  return { name, optional: !required, description, type: (depth) => typeOf(schema, depth) };
}

/** JSON, or the bytes of a file with its media type. */
function bodyMembers(content: Content): Member[] {
  const json = content["application/json"]?.schema;
  if (json !== undefined) return [{ name: "body", type: (depth) => typeOf(json, depth) }];
  const types = Object.keys(content).map((type) => JSON.stringify(type));
  return [
    { name: "body", type: () => "Uint8Array<ArrayBuffer>" },
    { name: "contentType", type: () => types.join(" | ") },
  ];
}

function resultMembers(success: Operation["responses"][string] | undefined): Member[] {
  const schema = success?.content?.["application/json"]?.schema;
  return [
    { name: "body", type: (depth) => (schema === undefined ? "undefined" : typeOf(schema, depth)) },
    ...("ETag" in (success?.headers ?? {}) ? [{ name: "etag", type: () => "string" }] : []),
  ];
}

function typeOf(schema: Schema, depth: number): string {
  const unknown = Object.keys(schema).find((keyword) => !keywords.has(keyword));
  if (unknown !== undefined) throw new Error(`the generator of types does not know ${unknown}`);
  if (schema.$ref !== undefined) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((one) => JSON.stringify(one)));
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => typeOf(one, depth)));
  if (schema.type === undefined) return "unknown";
  return union([schema.type].flat().map((type) => typeNamed(type, schema, depth)));
}

/** Bounds and formats of values are for the service to check. */
const keywords = new Set(
  "$ref type enum const anyOf items properties required additionalProperties description pattern format minLength maxLength minimum maximum minItems maxItems maxProperties propertyNames".split(
    " ",
  ),
);

function typeNamed(type: string, schema: Schema, depth: number): string {
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return arrayOf(typeOf(schema.items ?? {}, depth));
  if (type !== "object") throw new Error(`the generator of types does not know the type ${type}`);
  const { properties, required = [], additionalProperties: others } = schema;
  const rest = others ? typeOf(others, depth) : undefined;
  if (properties === undefined && others && rest?.includes("\n")) {
    const indent = "  ".repeat(depth);
    return `{\n${indent}  readonly [name: string]: ${typeOf(others, depth + 1)};\n${indent}}`;
  }
  if (properties === undefined) return `Readonly<Record<string, ${rest ?? "unknown"}>>`;
  const members = Object.entries(properties).map(([name, one]) => ({
    name,
    optional: !required.includes(name),
    description: one.description,
    type: (inside: number) => typeOf(one, inside),
  }));
  const index = { name: "[name: string]", type: () => rest ?? "unknown" };
  return object(rest === undefined ? members : [...members, index], depth);
}

function arrayOf(item: string): string {
  return item.includes(" | ") && !item.includes("\n")
    ? `readonly (${item})[]`
    : `readonly ${item}[]`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function object(members: readonly Member[], depth: number): string {
  const indent = "  ".repeat(depth + 1);
  const lines = members.flatMap(({ name, type, optional, description }) => {
    const start = `${indent}readonly ${name}${optional ? "?" : ""}: `;
    return [
      ...commentOf(description, indent),
      `${start.trimEnd()}${fitted(type(depth + 1), start, depth + 1)};`,
    ];
  });
  return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

function commentOf(text: string | undefined, indent: string): string[] {
  if (text === undefined) return [];
  const line = `${indent}/** ${text} */`;
  if (!text.includes("\n") && line.length <= maxLine) return [line];
  const lines = text.split("\n").flatMap((one) => wrapped(one, maxLine - indent.length - 3));
  return [`${indent}/**`, ...lines.map((one) => `${indent} * ${one}`), `${indent} */`];
}

/** Formatting may indent a line by two more levels. */
const maxLine = 116;

function wrapped(text: string, length: number): string[] {
  return text.match(new RegExp(`.{1,${length}}(?= |$)`, "g"))?.map((one) => one.trim()) ?? [];
}

/** A union that does not fit into a line, or that has objects, has a line for each type. */
function fitted(type: string, start: string, depth: number): string {
  const objects = type.includes("\n} | {");
  const isUnion = /^[^{(<]* \| /.test(type);
  if (!objects && (!isUnion || start.length + type.length + 1 <= 100)) return ` ${type}`;
  const indent = "  ".repeat(depth + 1);
  const parts = objects ? type.split(/(?<=\}) \| /) : type.split(" | ");
  return `\n${parts.map((one) => `${indent}| ${one.replaceAll("\n", `\n${indent}  `)}`).join("\n")}`;
}
