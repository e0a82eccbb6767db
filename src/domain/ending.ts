/** What of an application ends one day. */
import type { ApplicationId } from "./credentials.ts";
import { type Sunset, type Sunsets, sunsetsOf } from "./sunset.ts";
import { traitSet, type UsedTrait } from "./trait.ts";

export interface Ending {
  readonly sunset: Sunset;
  /** Undefined if everything of the application ends. */
  readonly use: UsedTrait | undefined;
}

/** The first to end first. A trait that the application has not used does not concern its owner. */
export function endingsOf(
  all: NonNullable<Sunsets["all"]>,
  applicationId: ApplicationId,
  uses: readonly UsedTrait[],
): readonly Ending[] {
  const traits = traitSet(...uses.map(({ trait }) => trait));
  return sunsetsOf(all, { traits, applicationId }).map((sunset) => ({
    sunset,
    use: uses.find(({ trait }) => trait === sunset.trait),
  }));
}
