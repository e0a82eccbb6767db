import type { Search as Asked } from "../../domain/operating.ts";
import type { User } from "../../domain/user.ts";
import { select } from "../form.ts";
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
  readonly total: number;
  readonly previousHref?: string | undefined;
  readonly nextHref?: string | undefined;
  readonly deleted?: boolean;
};

export function peoplePage(page: People): Html {
  const { person, asked, people, total, previousHref, nextHref, deleted } = page;
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
    order: select({
      name: "order",
      label: texts.people.order,
      hint: texts.people.orderHint,
      chosen: asked.newestFirst ? "newest" : "name",
      options: [
        { value: "name", label: screenName },
        { value: "newest", label: texts.people.newest },
      ],
    }),
    total,
    previousHref,
    nextHref,
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
