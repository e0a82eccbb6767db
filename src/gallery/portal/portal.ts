import type { Frame } from "../../views/layout.ts";
import { weatherBot } from "../example-application.ts";
import { examplePerson } from "../example-person.ts";
import type { GalleryState } from "../gallery-state.ts";
import type { Hostile } from "../hostile.ts";
import { pageStates } from "./application.ts";
import { checkStates } from "./check.ts";
import { collaboratorStates } from "./collaborators.ts";
import { creationStates } from "./create.ts";
import { docsStates } from "./docs.ts";
import { keysStates } from "./keys.ts";
import { listStates } from "./list.ts";
import { deletionStates, settingsStates } from "./settings.ts";
import { programsAndWalkStates } from "./try.ts";
import { usageStates } from "./usage.ts";
import { usersStates } from "./users.ts";

export function portalStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const person = examplePerson(frame);
  return [
    ...listStates(person, hostile),
    ...creationStates(person, hostile),
    ...pageStates(person, hostile),
    ...settingsStates(person, hostile),
    ...deletionStates(person, hostile),
    ...collaboratorStates(person, weatherBot, hostile),
    ...docsStates(person),
    ...keysStates(frame, hostile),
    ...usageStates(frame),
    ...usersStates(frame),
    ...programsAndWalkStates(frame, hostile),
    ...checkStates(frame, hostile),
  ];
}
