import type { Frame } from "../views/layout.ts";
import type { Viewer } from "../views/viewer.ts";

export function exampleViewer(frame: Frame): Viewer {
  return {
    frame,
    csrf: "example",
    screenName: "alice",
    name: "Alice Example",
    email: "alice@users.example",
    isAdmin: false,
    signedInRecently: true,
    sensitiveChanges: [],
    authenticatesBy: "password" as const,
    authenticatesAt: [],
    secondFactor: "optional" as const,
  };
}

export function exampleAdmin(frame: Frame): Viewer {
  return { ...exampleViewer(frame), isAdmin: true };
}
