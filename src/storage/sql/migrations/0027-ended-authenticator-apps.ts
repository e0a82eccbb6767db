import { type Kysely, sql } from "kysely";
import { userStands, writeRevocations } from "../revocation-triggers.ts";

/**
 * Users whose authenticator app was turned off, so that a repeated import does not bring it back. What was turned off
 * before is taken from the audit log, as far as it is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await writeRevocations(db, {
    kind: "authenticator-app",
    table: "totp",
    on: "delete",
    when: userStands,
    subject: "cast(old.user_id as text)",
  });
  await sql`insert into revocation (mark, at, kind, subject)
    select 'authenticator-app ' || user_id, max(at), 'authenticator-app', cast(user_id as text) from audit_event
    where name in ('second-factor.turned-off', 'second-factor.removed', 'user.recovered')
      and exists (select 1 from "user" where id = user_id)
    group by user_id`.execute(db);
}
