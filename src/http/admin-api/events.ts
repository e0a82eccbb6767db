/** Audit events in the admin API. */
import { z } from "zod";
import { accessLevels } from "../../domain/access.ts";
import {
  administratorEvents,
  type EventGroup,
  eventGroups,
  eventsIn,
  isAuditEvent,
} from "../../domain/audit.ts";
import type { EventFilter } from "../../domain/operating.ts";
import { writtenEvent } from "../../domain/written-event.ts";
import { eventsInSpans } from "../actions/events-in-spans.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { applicationId, itsId, listed, listOf, page, pageOf, time, userId } from "./shapes.ts";

const event = z
  .strictObject({
    id: itsId.describe("Its ID. A later event has a greater one."),
    at: time.describe("When it happened."),
    name: z.string().describe("What happened, such as `user.suspended`."),
    actor: z
      .string()
      .describe(
        "Who did it: `user:ID`, `application:ID`, `api-key:NAME`, command-line, service or anonymous.",
      ),
    actor_screen_name: z.string().describe("The actor's screen name, if it is a user.").optional(),
    user_id: z.string().describe("The ID of the user whom it is about.").optional(),
    user_screen_name: z.string().describe("That user's screen name.").optional(),
    application_id: z.string().describe("The ID of the application that it is about.").optional(),
    application_name: z.string().describe("That application's name.").optional(),
    address: z.string().describe("The IP address of the actor.").optional(),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe("More about it, by name.")
      .optional(),
  })
  .meta({ id: "AuditEvent" });

const eventId = z.string().regex(/^\d{1,15}$/, { error: "must be the ID of an event, or 0" });

function eventIn(text: string): string | undefined {
  return eventId.safeParse(text).data;
}

const administration = "administration";

function eventsOf(group: EventGroup | typeof administration): readonly string[] {
  return group === administration ? administratorEvents : eventsIn(group);
}

export const listEvents = operation({
  at: "GET /admin/v1/events",
  name: "listEvents",
  summary: "List audit events: the newest first, or those that follow one that you have",
  query: z.strictObject({
    ...page,
    follow: eventId
      .describe("The oldest first, from the event after this one; 0 for all. Send it alone.")
      .optional(),
    name: z.string().max(100).describe("Events of this name, such as `user.suspended`.").optional(),
    group: z
      .enum([...eventGroups, administration])
      .describe(
        `Events of this group, such as those about access; \`${administration}\` for what only administrators do.`,
      )
      .optional(),
    changes: z
      .enum(["true"])
      .describe("Without sign-ins and other events that change nothing.")
      .optional(),
    access: z
      .enum(accessLevels)
      .describe("Events with this access level among their details.")
      .optional(),
    actor: z.string().max(200).describe("What this actor did, such as `api-key:NAME`.").optional(),
    user: userId.optional(),
    application: applicationId.optional(),
    from: time.describe("What happened then or later.").optional(),
    before: time.describe("What happened before that.").optional(),
  }),
  response: listOf("AuditEventList", event),
  async run({ query, pause, dependencies: { ledger } }) {
    const { after, size } = pageOf("events", query, eventIn);
    const { follow, name } = query;
    if (follow !== undefined) {
      const others = Object.keys(query).filter((one) => one !== "follow" && one !== "limit");
      if (others.length > 0) {
        throw new AdminProblem("invalid-request", `Leave out ${others.join(", ")} with follow.`);
      }
      const found = await ledger.eventsAfter(follow, size);
      return { data: found.map(writtenEvent), next_cursor: null };
    }
    if (name !== undefined && !isAuditEvent(name)) {
      throw new AdminProblem("invalid-request", "No event has this name.");
    }
    const filter: EventFilter = {
      ...(name !== undefined && { name }),
      ...(query.group !== undefined && { names: eventsOf(query.group) }),
      ...(query.access !== undefined && { access: query.access }),
      ...(query.changes && { changesOnly: true }),
      ...(query.actor !== undefined && { actor: query.actor }),
      ...(query.user !== undefined && { userId: query.user }),
      ...(query.application !== undefined && { applicationId: query.application }),
      ...(query.from !== undefined && { from: Date.parse(query.from) }),
      ...(query.before !== undefined && { before: Date.parse(query.before) }),
    };
    const found = await eventsInSpans(ledger, filter, { after, size: size + 1 }, pause);
    return listed("events", found, size, (one) => one.id, writtenEvent);
  },
});
