import { numbersIn, pluralsIn } from "../formats.ts";

/** The phrases read `1 usuario dio`, `2 usuarios dieron`. */
export function users(count: number, whatOneDid: string, whatSeveralDid: string): string {
  return `${counted(count, "usuario", "usuarios")} ${count === 1 ? whatOneDid : whatSeveralDid}`;
}

export function inApplications(count: number): string {
  return counted(count, "aplicación", "aplicaciones");
}

export function inRequests(count: number): string {
  return counted(count, "solicitud", "solicitudes");
}

export function inAddresses(count: number): string {
  return counted(count, "dirección", "direcciones");
}

/** A round million is a noun: “1.000.000 de usuarios”. */
function counted(count: number, one: string, several: string): string {
  const words = { one, many: `de ${several}` }[rules.select(count) as string] ?? several;
  return `${numberFormat.format(count)} ${words}`;
}

const rules = pluralsIn("es");
const numberFormat = numbersIn("es");
