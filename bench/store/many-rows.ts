/**
 * The SQL for so many users, with a token and an event each, and an application for a hundred of them. Half of the
 * tokens are for one application, which also has a year of days.
 */
export function manyRows(users: number, alice: string, application: string): readonly string[] {
  const now = Date.now();
  const numbers = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const firstUser = 2_000_000_000_000_000;
  const firstApplication = 3_000_000_000_000_000;
  const applications = Math.ceil(users / 100);
  return [
    `${numbers(users)} insert into "user" (id, screen_name, folded_screen_name, name, email, email_verified, password_hash, is_admin, created_at, suspended_because)
      select ${firstUser} + i, printf('U%08d', i), printf('u%08d', i), printf('User %d', i), printf('u%d@users.example', i), 1, '-', 0, ${now} - i, case when i % 1000 = 0 then 'spam' end from n`,
    `${numbers(applications)} insert into application (id, owner_id, name, folded_name, description, website, access, sign_in, request_email, consumer_key, consumer_secret, secret_set_at, callbacks, created_at, suspended_because)
      select ${firstApplication} + i, ${firstUser} + i, printf('Application %d', i), printf('application %d', i), '', '', 'read', 0, 0, printf('k%024d', i), x'00', ${now}, '[]', ${now}, case when i % 100 = 0 then 'spam' end from n`,
    `${numbers(users)} insert into access_token (token, secret, application_id, user_id, access, email_granted, created_at)
      select printf('%d-%040d', ${firstUser} + i, i), x'00', case when i % 2 = 0 then ${application} else ${firstApplication} + 1 + i % ${applications} end, ${firstUser} + i, 'read', 0, ${now} from n`,
    `${numbers(users)} insert into audit_event (at, name, actor, user_id, application_id)
      select ${now} - ${users} + i, case i % 3 when 0 then 'user.signed-in' when 1 then 'access.approved' else 'access-token.issued' end, 'user:' || (case when i % 10 = 0 then ${alice} else ${firstUser} + i end), case when i % 10 = 0 then ${alice} else ${firstUser} + i end, ${application} from n`,
    `${numbers(365)} insert into grant_count (application_id, day, access, change)
      select ${application}, ${Math.floor(now / 86_400_000)} - i, access, 1000 from n, (select 'read' as access union all select 'write') where true
      on conflict do update set change = excluded.change`,
  ];
}
