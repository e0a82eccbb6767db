/** docs/reference/limits.md, from the constants that the program checks. */

import { maxParameters } from "#oauth1";
import { configTable } from "../../src/config/config.ts";
import { maxNetwork, maxNetworks } from "../../src/domain/address.ts";
import {
  adminRequestMs,
  maxStoredRequests,
  maxStoredResponseBytes,
} from "../../src/domain/admin-request.ts";
import { maxApiLimits } from "../../src/domain/api-limits.ts";
import { changedRecentlyMs, maxApplications, overlaps } from "../../src/domain/application.ts";
import {
  maxAnnouncedBulkActions,
  maxBulkIds,
  maxRunningBulkActions,
} from "../../src/domain/bulk-action.ts";
import { maxCallback, maxCallbacks } from "../../src/domain/callback.ts";
import {
  applicationInvitationMs,
  maxCollaborators,
  maxFromOneOwner,
} from "../../src/domain/collaborator.ts";
import {
  deliveryLifeMs,
  maxBetweenFailuresMs,
  maxBetweenTriesMs,
  maxWaiting,
} from "../../src/domain/delivery.ts";
import { requestErrors } from "../../src/domain/errors.ts";
import { maxWaitingSignIns, recoveryCodeCount, waitingSignInMs } from "../../src/domain/factors.ts";
import { applicationFields } from "../../src/domain/fields/application.ts";
import {
  approvalRequestFields,
  maxAnswer,
  maxQuestion,
  maxQuestions,
} from "../../src/domain/fields/approval.ts";
import { maxLink } from "../../src/domain/fields/field.ts";
import { maxSeveral } from "../../src/domain/fields/filter.ts";
import { maxIdentities } from "../../src/domain/identity.ts";
import { maxInvitedAtOnce, maxMessage, maxMessageLines } from "../../src/domain/invitation.ts";
import { maxWindowLimit, maxWindowMs, maxWindows } from "../../src/domain/limit-windows.ts";
import {
  type LimitRow,
  limits,
  limitWindowMs,
  maxCost,
  maxLimit,
} from "../../src/domain/limits.ts";
import { maxLatest, maxRejected, maxSampled } from "../../src/domain/logged-request.ts";
import { noticeLifeMs } from "../../src/domain/notification.ts";
import { linkLife } from "../../src/domain/one-time-link.ts";
import { maxFoundCounted, maxLine } from "../../src/domain/operating.ts";
import { maxPasskeys } from "../../src/domain/passkey.ts";
import { maxPlans } from "../../src/domain/plan.ts";
import { requestBounds } from "../../src/domain/request-bounds.ts";
import { requestTokenLifeMs, verifierTries } from "../../src/domain/request-token.ts";
import { graceChoices } from "../../src/domain/second-factor.ts";
import { maxSessions, sessionLife } from "../../src/domain/session.ts";
import { maxExempt, maxSunsetLink, maxSunsets } from "../../src/domain/sunset.ts";
import { timestampWindowSeconds } from "../../src/domain/timestamp.ts";
import { maxProgramsShown, maxUsersCounted } from "../../src/domain/trait.ts";
import {
  maxUnusedDays,
  maxWaitingUnusedNotices,
  minUnusedDays,
  unusedNoticeDays,
} from "../../src/domain/unused-access.ts";
import { daysKept, hoursKeptDays } from "../../src/domain/usage.ts";
import { maxName, maxScreenName, reservedScreenNames } from "../../src/domain/user.ts";
import { maxExported } from "../../src/http/browser/audit-filter.ts";
import { maxSearched } from "../../src/http/browser/audit-search.ts";
import { maxInHand } from "../../src/http/server/serve-requests.ts";
import { maxLineBytes } from "../../src/program/moving/lines.ts";
import { maxEdge } from "../../src/tools/icons/bounded-image.ts";
import { maxIconBytes } from "../../src/tools/icons/icons.ts";
import { maxWaiting as maxMails } from "../../src/tools/mail/mail.ts";
import { obviousProblem } from "../../src/tools/passwords/judge.ts";
import { maxGatewayBytes } from "../../src/verification/gateway-reply.ts";
import { idempotencyMs, maxRequestIds } from "../../src/verification/idempotency-keys.ts";
import { maxBatched, maxBodyBytes } from "../../src/verification/verification-request.ts";
import { generated, table } from "./page.ts";

export function limitsPage(): string {
  const chapters = [
    `## Rate limits\n\nHow many requests each operation allows in its window. Windows are aligned to the clock (UTC). \`COUNTERSIGN_RATE_LIMITS\` changes a row by its name, or turns them all \`off\`. Administrators can set the rows counted by application for a single application. Your APIs have their own limits, in \`COUNTERSIGN_API_LIMITS\`, each with up to ${maxWindows} windows of up to ${duration(maxWindowMs)} or a calendar month, and up to ${count(maxWindowLimit)} requests in a window. An application's own limit can be up to ${count(maxLimit)}.\n\n${table(
      ["name", "requests", "window", "counted by", "error"],
      Object.entries(limits).map(([name, row]: [string, LimitRow]) => {
        const { status, code } = requestErrors[row.beyond];
        return [
          `\`${name}\``,
          String(row.limit),
          windowOf(row),
          row.per,
          `${status} (code ${code})`,
        ];
      }),
    )}`,
    ...Object.entries(fixed()).map(
      ([title, rows]) => `## ${title}\n\n${table(["limit", "value"], rows)}`,
    ),
  ];
  return `# Limits\n\n${generated}\n\nOnly [rate limits](#rate-limits) and the values that name a [setting](config.md) can be changed.\n\n${chapters.join("\n\n")}\n`;
}

/** "15 minutes". */
export function windowOf({ windowMs = limitWindowMs }: LimitRow): string {
  return duration(windowMs);
}

function fixed(): Readonly<Record<string, readonly (readonly [string, string])[]>> {
  const password = passwordLengths();
  return {
    Requests: [
      ["headers", `${requestBounds.headersKb} KB`],
      ["body", `${requestBounds.bodyKb} KB`],
      ["parameters of the query and the form together", count(maxParameters)],
      ["time for the headers to arrive", `${requestBounds.headersSeconds} seconds`],
      ["time for the whole request to arrive", `${requestBounds.wholeSeconds} seconds`],
      ["requests in progress, for each process", count(maxInHand)],
      ["connections, for each process", setting("maxConnections")],
    ],
    "OAuth 1.0a": [
      [
        "difference between `oauth_timestamp` and the server's clock",
        `${timestampWindowSeconds} seconds`,
      ],
      ["life of a request token", duration(requestTokenLifeMs)],
      ["wrong verifiers or PINs before a request token ends", count(verifierTries)],
      [
        "how long a previous consumer secret can stay valid",
        Object.values(overlaps)
          .map((ms) => (ms === 0 ? "0" : duration(ms)))
          .join(", "),
      ],
    ],
    Verification: [
      ["body of a request to your API, in `POST /verify`", `${maxBodyBytes / 1024} KB`],
      ["body that a gateway endpoint reads", `${maxGatewayBytes / 1024} KB`],
      ["verification requests in a batch", count(maxBatched)],
      ["what a request to your API costs", count(maxCost)],
      ["plans", count(maxPlans)],
      ["API limits, besides those of the settings", count(maxApiLimits)],
      [
        "how long a decision is repeated for the same request ID",
        `${duration(idempotencyMs)}, for the latest ${count(maxRequestIds)} IDs`,
      ],
    ],
    "Bulk actions": [
      ["bulk actions that run at once", count(maxRunningBulkActions)],
      ["announcements that wait to be begun", count(maxAnnouncedBulkActions)],
      ["IDs of applications in one bulk action", count(maxBulkIds)],
    ],
    Users: [
      ["screen name", `${maxScreenName} characters`],
      ["name", `${maxName} characters`],
      ["password", `${password.min} to ${password.max} characters`],
      ["passkeys", count(maxPasskeys)],
      ["identities at providers", count(maxIdentities)],
      ["recovery codes", count(recoveryCodeCount)],
      ["sessions; another one ends the one unused for longest", count(maxSessions)],
      [
        "life of a session",
        `${duration(sessionLife.idleMs)} without use, ${duration(sessionLife.wholeMs)} in all`,
      ],
      ["how long a sign-in counts as recent", duration(sessionLife.recentMs)],
      ["time to enter a code after the password", duration(waitingSignInMs)],
      ["sign-ins of a user that wait for a code", count(maxWaitingSignIns)],
      ["grace periods for two-step verification", `${graceChoices.join(", ")} days`],
      ["how long a previous screen name is reserved", duration(reservedScreenNames.lifeMs)],
      ["previous screen names that are reserved for a user", count(reservedScreenNames.most)],
    ],
    Links: [
      ["invitation to create an account", duration(linkLife.invitation)],
      ["password reset, account recovery", duration(linkLife["password-reset"])],
      ["email verification", duration(linkLife.email)],
      ["first administrator", duration(linkLife.admin)],
    ],
    Applications: [
      ["applications that a user can create in the portal", count(maxApplications)],
      ["name", `${applicationFields.name.max} characters`],
      ["description", `${applicationFields.description.max} characters`],
      ["each link", `${maxLink} characters`],
      ["allowed networks", `${maxNetworks}, each with up to ${maxNetwork} characters`],
      ["what it is for, and an answer to a question", `${maxAnswer} characters`],
      ["who is expected to use it", `${approvalRequestFields.expectedUsers.max} characters`],
      ["questions to its developer", `${maxQuestions}, each with up to ${maxQuestion} characters`],
      ["callback URLs", `${maxCallbacks}, each with up to ${count(maxCallback)} characters`],
      ["icon", `${maxIconBytes / 1024} KB, ${count(maxEdge)} by ${count(maxEdge)} pixels`],
      ["collaborators", count(maxCollaborators)],
      ["pending invitations from one owner to the same user", count(maxFromOneOwner)],
      ["life of an invitation to collaborate", duration(applicationInvitationMs)],
      [
        "days without use after which access can end",
        `${minUnusedDays} to ${count(maxUnusedDays)}; the notice comes ${unusedNoticeDays} days before`,
      ],
      ["emails about unused access that wait at the same time", count(maxWaitingUnusedNotices)],
      ["how long the consent page shows that the application changed", duration(changedRecentlyMs)],
      [
        "requests that are kept",
        `the latest ${maxRejected} rejected and ${maxLatest} verified ones, and a sample of up to ${maxSampled}`,
      ],
      [
        "how long usage is kept",
        `by the hour for ${hoursKeptDays} days, by the day for ${daysKept}`,
      ],
    ],
    Administration: [
      ["reasons and notes", `${maxLine} characters`],
      ["message of an invitation", `${maxMessage} characters in ${maxMessageLines} lines`],
      ["addresses invited at once", count(maxInvitedAtOnce)],
      ["IDs or consumer keys in a filter of a list", count(maxSeveral)],
      ["what a list counts", `up to ${count(maxFoundCounted)}; then, that many or more`],
      [
        "applications or users that use what may end, and are counted",
        `up to ${count(maxUsersCounted)}; then, that many or more`,
      ],
      ["programs of an application in such a list", count(maxProgramsShown)],
      ["sunsets", count(maxSunsets)],
      ["applications that a sunset exempts", count(maxExempt)],
      ["link of a sunset", `${maxSunsetLink} characters`],
      ["events in a search of the audit log", count(maxSearched)],
      ["events in a download", count(maxExported)],
      ["how long a webhook event is retried", duration(deliveryLifeMs)],
      [
        "longest wait between two tries",
        `${duration(maxBetweenFailuresMs)}; ${duration(maxBetweenTriesMs)} for an event that the receiver rejects`,
      ],
      ["events that wait for a receiver", count(maxWaiting)],
      ["emails on request that wait", count(maxMails.entries)],
      ["how long a notice by email waits", duration(noticeLifeMs)],
      [
        "stored responses of the admin API, for each API key",
        `${count(maxStoredRequests)}, with ${maxStoredResponseBytes / 1024 ** 2} MB, for ${duration(adminRequestMs)}`,
      ],
      ["a line of an import", `${count(maxLineBytes)} bytes`],
    ],
  };
}

function setting(name: keyof typeof configTable): string {
  const row = configTable[name];
  return `${count(Number(row.default))} (\`COUNTERSIGN_${row.name}\`)`;
}

/** The bounds in the function itself, which browsers run too, so it can't refer to a constant. */
function passwordLengths(): { readonly min: number; readonly max: number } {
  const owner = { screenName: "", name: "", email: "", serviceName: "" };
  const lengths = Array.from({ length: 1000 }, (_, at) => at + 1);
  const fits = lengths.filter((length) => {
    const problem = obviousProblem("x".repeat(length), owner);
    return problem !== "too-short" && problem !== "too-long";
  });
  return { min: Math.min(...fits), max: Math.max(...fits) };
}

function duration(ms: number): string {
  const units = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
    [1000, "second"],
  ] as const;
  const [size, unit] = units.find(([one]) => ms % one === 0 && ms >= one) ?? [1, "millisecond"];
  const amount = ms / size;
  return `${count(amount)} ${unit}${amount === 1 ? "" : "s"}`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
