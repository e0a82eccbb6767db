import type { Frame } from "../views/layout.ts";
import type { Person } from "../views/person.ts";

export function examplePerson(frame: Frame): Person {
  return {
    frame,
    csrf: "example",
    screenName: "alice",
    isOperator: false,
    signedInRecently: true,
    sensitiveChanges: [],
    provesBy: "password" as const,
    provesAt: [],
    secondFactor: "optional" as const,
  };
}

export function exampleOperator(frame: Frame): Person {
  return { ...examplePerson(frame), isOperator: true };
}
