import type { GrantCounts } from "../../../domain/access-token.ts";
import type { Application, ApplicationKeys } from "../../../domain/application.ts";
import type { NamedStanding } from "../../../domain/limits.ts";
import type { Use } from "../../../domain/use.ts";
import type { UsePeriodName } from "../../../domain/use-periods.ts";
import type { ApplicationNote } from "../../../languages/texts/portal/application-list.ts";
import type { PortalTexts } from "../../../languages/texts/portal.ts";
import type { Html } from "../../html.ts";
import type { Person } from "../../person.ts";
import type { Snippet } from "../snippets.ts";

/** What an application's page is made from. Each section that needs more than the application has a field here. */
export type ApplicationPage = {
  readonly person: Person;
  readonly application: Application;
  readonly note?: ApplicationNote | undefined;
  /** How many people have granted it access, counted no further than `mostPeopleCounted`. */
  readonly people: number;
  readonly keys: ApplicationKeys;
  readonly use: ShownUse;
  /** Undefined: the service limits nothing. */
  readonly limits: readonly NamedStanding[] | undefined;
  /** Since `beginOfGrants`. */
  readonly grants: GrantCounts;
  readonly now: number;
  readonly snippets: readonly Snippet[];
  readonly apiOrigins: readonly string[];
};

export type ShownUse = {
  readonly period: UsePeriodName;
  /** The application's, in the period's resolution, since it began. */
  readonly uses: readonly Use[];
};

/** One part of the page: `show` prints a `<section id>` whose `<h2>` is its title. */
export type ApplicationSection = {
  readonly id: string;
  readonly title: (texts: PortalTexts) => string;
  readonly show: (data: ApplicationPage) => Html;
};

export const mostPeopleCounted = 1_000;
