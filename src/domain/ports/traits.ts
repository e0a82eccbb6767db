/** The part of the database that knows which applications use what may end one day. */
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId } from "../credentials.ts";
import type {
  ProgramOfApplication,
  Trait,
  TraitOfApplication,
  TraitTotals,
  TraitUse,
  TraitUser,
  UsedTrait,
} from "../trait.ts";

export interface Traits {
  /**
   * Adds to the existing counts, and keeps the last day of each user. Concurrent calls lose nothing. Applications and
   * users that don't exist are left out.
   */
  addTraitUses(uses: readonly TraitUse[], users: readonly TraitUser[]): Promise<void>;
  /** In the order of `traits`; a trait without uses is left out. */
  traitTotals(sinceDay: number): Awaitable<readonly TraitTotals[]>;
  /** The applications that used a trait on this day or later, in the order of their IDs. */
  traitUses(
    search: { readonly trait: Trait; readonly sinceDay: number },
    slice: ApplicationSlice,
  ): Awaitable<readonly TraitOfApplication[]>;
  /** The traits of one application, in the order of `traits`. */
  traitsOf(applicationId: ApplicationId, sinceDay: number): Awaitable<readonly UsedTrait[]>;
  /** The programs whose name begins like this, in the order of their names, each with its applications. */
  programUses(
    beginning: string,
    slice: {
      readonly after: Pick<ProgramOfApplication, "program" | "applicationId"> | undefined;
      readonly size: number;
    },
  ): Awaitable<readonly ProgramOfApplication[]>;
}

interface ApplicationSlice {
  readonly after: ApplicationId | undefined;
  readonly size: number;
}
