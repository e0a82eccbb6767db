import type { getRequest } from "../../../http/admin-api/request-log.ts";
import { visibleText } from "../../../pages/views/visible-text.ts";
import { diagnosisLines, nothingFound } from "../diagnosis-lines.ts";

/** A request of the request log, for the terminal: why it was rejected, and what was sent. */
export function requestLines(one: Awaited<ReturnType<typeof getRequest.run>>): readonly string[] {
  const { rejection, operation, error_code: code, authenticated, screen_name: user } = one;
  const answer =
    rejection === null
      ? [one.status === null ? "Verified" : `Verified, with the status ${one.status}`, ""]
      : [
          `Rejected with code ${code}: ${visibleText(rejection.message)}`,
          "",
          ...diagnosisLines(rejection.diagnosis, nothingFound),
          "",
        ];
  const caller = user === null ? "the application itself" : `@${user}`;
  const rows = [
    ["request", `${one.method} ${one.target ?? operation ?? "your API"}`],
    ["origin", one.origin],
    ["request ID", one.id],
    ["time", one.at],
    ["operation", operation],
    ["caller", authenticated ? caller : "unauthenticated"],
    ["access", one.access],
    ["credential", one.credential],
    ["timestamp", one.timestamp],
    ["nonce", one.nonce],
    ["signature method", one.signature_method],
    ["User-Agent", one.user_agent],
    ["IP address", one.ip_address],
  ] as const;
  const sent = rejection === null ? [] : ["", ...rejection.request.split("\n").map(visibleText)];
  return [
    ...answer,
    ...rows.flatMap(([label, value]) =>
      value === null ? [] : [`${label.padEnd(16)}  ${visibleText(value)}`],
    ),
    ...sent,
  ];
}
