/** A JSON file describes what "read" and "write" mean for the administrator's APIs, by language and level. */
import type { AccessLevel } from "../domain/access.ts";
import { BadJson, parseJson } from "../domain/json.ts";

export type AccessTexts = Readonly<Record<AccessLevel, string>>;

const levels = ["read", "write"] as const;
const maxCharacters = 120;

/** The texts of each language that the file has. Throws an Error that names the change to make. */
export function accessTextsOf<Tag extends string>(
  text: string,
  languages: readonly Tag[],
): ReadonlyMap<Tag, AccessTexts> {
  const file = objectOf(jsonOf(text), "the file");
  const unknown = Object.keys(file).find((one) => !languages.some((language) => language === one));
  if (unknown !== undefined) {
    throw new Error(
      `the pages have no language ${JSON.stringify(unknown)}; there are ${languages.join(", ")}`,
    );
  }
  const described = languages.filter((one) => Object.hasOwn(file, one));
  return new Map(described.map((one) => [one, textsOf(file[one], one)]));
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof BadJson ? new Error(`it ${error.message}`) : error;
  }
}

function objectOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new Error(`${where} is not a JSON object`);
}

function textsOf(value: unknown, language: string): AccessTexts {
  const texts = objectOf(value, language);
  const unknown = Object.keys(texts).find((one) => !levels.some((level) => level === one));
  if (unknown !== undefined) {
    throw new Error(`${language} has ${JSON.stringify(unknown)}; the levels are read and write`);
  }
  return {
    read: checked(texts["read"], `read of ${language}`),
    write: checked(texts["write"], `write of ${language}`),
  };
}

/** Pages escape every text, so a text with markup, or an invisible one, is rejected here. */
function checked(text: unknown, where: string): string {
  if (typeof text !== "string" || text.trim() === "") throw new Error(`${where} is missing`);
  const { length } = [...text];
  if (length > maxCharacters) {
    throw new Error(`${where} has ${length} characters, and ${maxCharacters} are allowed`);
  }
  if (
    /\p{Cc}|\p{Zl}|\p{Zp}|[\u{AD}\u{200B}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}]/u.test(text)
  ) {
    throw new Error(`${where} has a control character or a line break`);
  }
  if (/[<>]|&#?\w+;/.test(text)) {
    throw new Error(`${where} has markup, and the pages would show it as it stands`);
  }
  return text.trim();
}
