/** Lists of the applications that use a trait or a program, as pages, files, and programs have them. */
import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import { beginningOf } from "../../domain/day.ts";
import {
  isProgramBeginning,
  type ProgramOfApplication,
  type TraitOfApplication,
} from "../../domain/trait.ts";

export function traitUseJson(use: TraitOfApplication) {
  const { trait, requests, rejected, users, lastDay, programs } = use;
  return {
    ...namesOf(use),
    ...{ trait, requests, rejected, users },
    last_used_on: new Date(beginningOf(lastDay)).toISOString().slice(0, 10),
    programs: [...programs],
  };
}

export function programUseJson(use: ProgramOfApplication) {
  const { program, lastSeen } = use;
  return { ...namesOf(use), program, last_used_at: new Date(lastSeen).toISOString() };
}

type Names = Pick<
  ProgramOfApplication,
  "applicationId" | "applicationName" | "ownerScreenName" | "program"
>;

function namesOf({ applicationId, applicationName, ownerScreenName }: Omit<Names, "program">) {
  return { application_id: applicationId, application: applicationName, owner: ownerScreenName };
}

type Position = Pick<Names, "program" | "applicationId">;

/** Where a list of the applications that use a program goes on. */
export function programPosition({ applicationId, program }: Position): string {
  return `${applicationId} ${program}`;
}

export function programAfter(text: string | undefined): Position | undefined {
  const [id, program, ...others] = (text ?? "").split(" ");
  const applicationId = idFrom<ApplicationId>(id ?? null);
  if (applicationId === undefined || !isProgramBeginning(program) || others.length > 0) {
    return undefined;
  }
  return { applicationId, program };
}
