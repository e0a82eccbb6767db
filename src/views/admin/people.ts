import type { Search as Asked } from "../../domain/operating.ts";
import type { User } from "../../domain/user.ts";
import { type Html, html } from "../html.ts";
import { badge } from "../list.ts";
import type { Person } from "../person.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import { day } from "../time.ts";
import { searchCard } from "./search.ts";
import { stateBadge } from "./suspension.ts";

export type People = {
  readonly person: Person;
  readonly asked: Asked;
  readonly people: readonly User[];
  readonly nextHref?: string;
  readonly deleted?: boolean;
};

export function peoplePage({ person, asked, people, nextHref, deleted }: People): Html {
  const texts = person.frame.texts.admin;
  const { title, label, hint, screenName } = texts.people;
  const main = searchCard({
    person,
    asked,
    action: "/admin/people",
    title,
    ...(deleted && { done: texts.people.deleted }),
    label,
    hint,
    columns: [screenName, texts.name, texts.state, texts.made],
    rows: people.map((one) => row(person, one)),
    ...(nextHref !== undefined && { nextHref }),
  });
  return signedInPage(person, { area: "admin", here: "people", title, main });
}

function row({ frame }: Person, user: User) {
  const { texts } = frame;
  return [
    html`<a class="action" href="/admin/people/${user.id}">${name(`@${user.screenName}`)}</a>`,
    user.name !== "" && name(user.name),
    html`${stateBadge(texts, user.suspendedBecause)} ${user.isOperator && badge("plain", texts.admin.states.operator)}`,
    day(texts.dates, user.createdAt),
  ];
}
