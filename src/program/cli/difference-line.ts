import type { Difference } from "../../domain/fields/field.ts";

export function differenceLine({ setting, from, to }: Difference): string {
  return `${setting}: ${shown(from)} -> ${shown(to)}`;
}

function shown(value: Difference["to"]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = typeof value === "string" ? value : value.join(" ");
  return text === "" ? "(none)" : text;
}
