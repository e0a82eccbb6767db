/** The document of what is kept about a user, for the page and the command. */
import type { UserId } from "../../domain/credentials.ts";
import { type PersonalPart, personalParts } from "../../domain/personal-data.ts";
import type { Users } from "../../domain/ports/users.ts";

/** One JSON object in pieces, because the events of an account can be many. Throws what `read` throws. */
export async function* personalDocument(
  userId: UserId,
  read: Users["personalData"],
  about: { readonly service: string; readonly now: number },
): AsyncGenerator<string> {
  const { service, now } = about;
  yield `{\n"service": ${JSON.stringify(service)},\n"exported_at": "${new Date(now).toISOString()}"`;
  for (const part of personalParts) {
    yield `,\n"${part}": `;
    const first = await read({ userId, part, after: undefined });
    if (single.has(part)) yield JSON.stringify(first.rows[0] ?? null);
    else if (part === "recovery_codes") yield String(first.rows.length);
    else yield* list(first, (after) => read({ userId, part, after }));
  }
  yield "\n}\n";
}

/** A user has at most one of these. */
const single: ReadonlySet<PersonalPart> = new Set(["account", "authenticator_app"]);

type Page = Awaited<ReturnType<Users["personalData"]>>;

async function* list(
  first: Page,
  next: (after: string) => ReturnType<Users["personalData"]>,
): AsyncGenerator<string> {
  let separator = "[";
  for (let page = first; ; ) {
    const text = page.rows.map((row) => JSON.stringify(row)).join(",\n");
    if (text !== "") {
      yield `${separator}\n${text}`;
      separator = ",";
    }
    if (page.last === undefined) break;
    page = await next(page.last);
  }
  yield separator === "[" ? "[]" : "\n]";
}
