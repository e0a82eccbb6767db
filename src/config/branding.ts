/** How the service looks and what it is called. */
import type { ConfigRow } from "./row.ts";

export const brandingRows = {
  serviceName: {
    name: "SERVICE_NAME",
    meaning: "The name of the service on its pages.",
    shape: "1 to 50 characters",
    example: "Example ID",
    default: "Countersign",
    read: readName,
  },
} as const satisfies Record<string, ConfigRow>;

function readName(text: string): string {
  if ([...text].length > 50) throw new Error("it has more than 50 characters");
  return text;
}
