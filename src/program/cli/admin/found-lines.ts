import { commandName } from "../../../config/command-name.ts";
import type { search } from "../../../http/admin-api/search.ts";

type Found = Awaited<ReturnType<typeof search.run>>;
type Result = Extract<Found, { readonly credentials: unknown }>;
type Credential = Result["credentials"][number];

/** A paragraph for each credential, and a line for everything else. */
export function foundLines(found: Found): readonly string[] {
  if (!("credentials" in found)) return [];
  return [
    ...found.credentials.flatMap(credentialLines),
    ...found.applications.map(
      (one) =>
        `application  ${one.id}  ${one.consumer_key}  ${one.name}  @${one.owner}${suspendedNote(one)}`,
    ),
    ...found.users.map((one) => {
      const admin = one.admin ? "  administrator" : "";
      const email = one.email === "" ? "" : `  ${one.email}`;
      return `user         ${one.id}  @${one.screen_name}${email}${admin}${suspendedNote(one)}`;
    }),
    ...found.requests.map(
      (one) => `request      ${one.id}  ${one.at}  ${one.application.id}  ${one.application.name}`,
    ),
  ];
}

function suspendedNote({ suspended }: { readonly suspended: boolean }): string {
  return suspended ? "  suspended" : "";
}

function credentialLines(one: Credential): readonly string[] {
  const { application, user, api_key: key } = one;
  const rows = [
    ["credential", what(one)],
    ["state", state(one)],
    ["application", application && `${application.name}, consumer key ${application.consumer_key}`],
    ["owner", application && `@${application.owner}`],
    ["user", user && `@${user.screen_name}`],
    ["API key", key && `${key.name}, ${key.role}`],
    ["access", one.access],
    ["created", one.created_at],
    ["last used", one.last_used_on ?? "no use is known"],
    ["to end it", commandFor(one)],
    [
      "to stop all",
      application &&
        `${commandName()} app suspend --consumer-key ${application.consumer_key} --because REASON`,
    ],
  ] as const;
  return rows.flatMap(([label, value]) => (value ? [`${label.padEnd(11)}  ${value}`] : []));
}

function what({ kind, purpose, previous }: Credential): string {
  const name =
    purpose === null ? kind.replaceAll("-", " ") : `${purpose.replaceAll("-", " ")} link`;
  return `${previous ? "previous " : ""}${name}`.replace(/^api/, "API");
}

function state({ active, inactive_because: because, ends_at: at }: Credential): string {
  if (!active) return `not active: ${because?.replaceAll("-", " ") ?? ""}`;
  return at === null ? "active" : `active until ${at}`;
}

function commandFor({ ended_by: by, kind, application, user, api_key: key }: Credential) {
  const consumer = `--consumer-key ${application?.consumer_key}`;
  switch (by) {
    case "regenerateConsumerSecret":
      return `${commandName()} app regenerate-secret ${consumer}`;
    case "revokePreviousSecret":
      return `${commandName()} app revoke-previous-secret ${consumer}`;
    case "revokeAccess":
      return kind === "bearer-token"
        ? `${commandName()} app revoke-bearer-token ${consumer}`
        : `${commandName()} token revoke ${consumer} --screen-name ${user?.screen_name}`;
    case "revokeApiKey":
      return `${commandName()} api-key revoke --name ${key?.name}`;
    default:
      return undefined;
  }
}
