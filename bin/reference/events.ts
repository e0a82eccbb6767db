/** docs/reference/events.md, from the types and tables of audit events. */
import ts from "typescript";
import {
  auditEvents,
  eventsWithoutChange,
  isUserEvent,
  webhookEvents,
} from "../../src/domain/audit.ts";
import { limits } from "../../src/domain/limits.ts";
import type { writtenEvent } from "../../src/domain/written-event.ts";
import { audit } from "../../src/pages/languages/english/audit.ts";
import { generated, table } from "./page.ts";

const source = "src/domain/audit.ts";

const members: Readonly<Record<keyof ReturnType<typeof writtenEvent>, string>> = {
  id: "The event's number in this database, as a string of digits.",
  at: "When it happened: ISO 8601, in UTC, with milliseconds.",
  name: "The name of the event, as below.",
  actor:
    "Who did it: `user:<id>`, `application:<id>`, `api-key:<name>`, `command-line`, `service`, or `anonymous`.",
  actor_screen_name: "The screen name of the user who did it, if the account still exists.",
  user_id: "The ID of the affected user.",
  user_screen_name: "The affected user's screen name, if the account still exists.",
  application_id: "The ID of the affected application.",
  application_name:
    "The affected application's name: the current one, or the last one if it was deleted.",
  address: "The IP address that the request came from.",
  details: "An object with the details below. Values are strings, numbers, or booleans.",
};

export function eventsPage(): string {
  const details = detailsOf();
  const groups = Map.groupBy(auditEvents, (name) => name.slice(0, name.indexOf(".")));
  const chapters = [...groups].map(([group, names]) => {
    const rows = names.map((name) => [
      `\`${name}\``,
      audit.happened[name],
      isUserEvent(name) ? "yes" : "no",
      webhookEvents.includes(name) ? "yes" : "no",
      details.get(name) ?? "",
    ]);
    return `## ${group}\n\n${table(["event", "meaning", "user", "webhook", "details"], rows)}`;
  });
  const withoutChange = eventsWithoutChange.map((name) => `\`${name}\``);
  const intro = [
    "Every event of the audit log. [Events for your own systems](../guide/events.md) explains how webhooks, files and exports get them. A new version can add events and details, so ignore names that you don't know.",
    `## Members\n\nEvents have these members in webhooks (as \`data\`), files and exports. Members without a value are omitted.\n\n${table(
      ["member", "value"],
      Object.entries(members).map(([name, value]) => [`\`${name}\``, value]),
    )}`,
    `## Columns\n\n${[
      "- **meaning**: the text in the audit log.",
      "- **user**: whether the affected user sees the event in their account.",
      "- **webhook**: whether webhooks get it with `COUNTERSIGN_WEBHOOK_EVENTS=changes`, the default.",
      "- **details**: the members of `details`, with their types. A question mark means that the member can be missing.",
    ].join(
      "\n",
    )}\n\n\`countersign audit export --changes\` omits these events, which change nothing: ${withoutChange.join(", ")}.`,
  ];
  return `# Events\n\n${generated}\n\n${[...intro, ...chapters].join("\n\n")}\n`;
}

/** The details of each event that has some, as Markdown, with the comment of its type. */
function detailsOf(): ReadonlyMap<string, string> {
  const options = { strict: true, allowImportingTsExtensions: true, noEmit: true, types: [] };
  const program = ts.createProgram([source], {
    ...options,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    exactOptionalPropertyTypes: true,
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(source);
  const declared = file?.statements.find(
    (one) => ts.isInterfaceDeclaration(one) && one.name.text === "AuditDetails",
  );
  if (declared === undefined) throw new Error(`${source} has no AuditDetails`);
  const all = checker.getTypeAtLocation(declared).getProperties();
  return new Map(
    all.map((one) => {
      const type = checker.getTypeOfSymbol(one);
      const isOptional = type.isUnion();
      const comment = ts.displayPartsToString(one.getDocumentationComment(checker));
      const lines = membersOf(checker.getNonNullableType(type), isOptional, checker);
      return [one.name, [...lines, ...(comment === "" ? [] : [comment])].join("<br>")];
    }),
  );
}

function membersOf(type: ts.Type, isOptional: boolean, checker: ts.TypeChecker): string[] {
  const properties = type.getProperties();
  if (properties.length === 0) throw new Error(`${source}: an event has no details`);
  if (properties.every(({ name }) => Object.hasOwn(limits, name))) {
    return ["each changed limit by its [name](limits.md): number"];
  }
  return properties.map((one) => {
    const isMissing = isOptional || (one.flags & ts.SymbolFlags.Optional) !== 0;
    const value = checker.getNonNullableType(checker.getTypeOfSymbol(one));
    return `\`${one.name}\`${isMissing ? "?" : ""}: ${typeText(value, checker)}`;
  });
}

function typeText(type: ts.Type, checker: ts.TypeChecker): string {
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return "boolean";
  const values = type.isUnion() ? type.types : [type];
  return values
    .map((one) => checker.typeToString(one))
    .map((text) => (/^(string|number)$/.test(text) ? text : `\`${text}\``))
    .join(" or ");
}
