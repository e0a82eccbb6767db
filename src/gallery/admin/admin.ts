import type { Frame } from "../../views/layout.ts";
import { exampleOperator } from "../example-person.ts";
import type { GalleryState } from "../gallery-state.ts";
import type { Hostile } from "../hostile.ts";
import { applicationStates, applicationsStates } from "./applications.ts";
import { auditStates } from "./audit.ts";
import { peopleStates, personStates } from "./people.ts";
import { serviceStates } from "./service.ts";

export function adminStates(frame: Frame, hostile: Hostile): readonly GalleryState[] {
  const person = exampleOperator(frame);
  return [
    ...peopleStates(person, hostile),
    ...personStates(person, hostile),
    ...applicationsStates(person, hostile),
    ...applicationStates(person, hostile),
    ...auditStates(person, hostile),
    ...serviceStates(person, hostile),
  ];
}
