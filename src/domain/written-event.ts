import type { AuditedEvent } from "./audit.ts";

/** Exports, files and webhooks have events in this form. Members without a value are left out. */
export function writtenEvent(event: AuditedEvent) {
  return {
    id: event.id,
    at: new Date(event.at).toISOString(),
    name: event.name,
    actor: event.actor,
    actor_screen_name: event.actorScreenName,
    user_id: event.userId,
    user_screen_name: event.userScreenName,
    application_id: event.applicationId,
    application_name: event.applicationName,
    address: event.address,
    details: event.details,
  };
}

export function eventLine(event: AuditedEvent): string {
  return `${JSON.stringify(writtenEvent(event))}\n`;
}
