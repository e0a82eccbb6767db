import { type Command, Option } from "commander";
import { accessLevels } from "../../domain/access.ts";
import { type Field, type Fields, namesOf } from "../../domain/fields/field.ts";

/** Adds an option for each field. Those of a new noun are required where it has nothing else. */
export function addFieldOptions<Noun>(
  command: Command,
  fields: Fields<Noun>,
  { isNew }: { readonly isNew: boolean },
): Command {
  for (const [name, field] of Object.entries<Field>(fields)) {
    for (const option of optionsOf(name, field, isNew)) command.addOption(option);
  }
  return command;
}

function optionsOf(name: string, field: Field, isNew: boolean): readonly Option[] {
  const flag = kebab(name);
  const meaning = phrase(field.meaning);
  switch (field.kind) {
    case "text":
      return [
        new Option(`--${flag} <text>`, meaning).makeOptionMandatory(
          isNew && field.required === true,
        ),
      ];
    case "link":
      return [new Option(`--${flag} <url>`, meaning)];
    case "level":
      return [
        new Option(`--${flag} <level>`, meaning)
          .choices([...accessLevels])
          .makeOptionMandatory(isNew),
      ];
    case "flag":
      return [
        new Option(`--${flag}`, meaning),
        new Option(`--no-${flag}`, phrase(field.otherwise)),
      ];
    case "list":
      return [
        new Option(
          `--${field.one} <${field.one}>`,
          `${field.each}; repeat it for several${isNew ? "" : ", which replace all that there are"}`,
        ).argParser((one: string, before: string[] | undefined) => [...(before ?? []), one]),
        new Option(`--no-${field.one}`, phrase(field.none)),
      ];
  }
}

/** What the options of `addFieldOptions` say, by the names of the fields. */
export function fieldsInOptions<Noun>(
  fields: Fields<Noun>,
  options: Readonly<Record<string, unknown>>,
): { readonly [Name in keyof Noun]?: Noun[Name] | undefined } {
  const pairs = namesOf(fields).map((name) => {
    const field: Field = fields[name];
    if (field.kind !== "list") return [name, options[name]];
    const given = options[field.one];
    return [name, given === false ? [] : given];
  });
  return Object.fromEntries(pairs);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function phrase(sentence: string): string {
  return sentence.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, "");
}
