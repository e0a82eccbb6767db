import { numbersIn, timesIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";

export const users: Texts["portal"]["users"] = {
  title: "Usuarios",
  weeksChange: "Cambio en los últimos 7 días",
  change: (count) => changeFormat.format(count),
  caption: "Usuarios que dieron acceso, por semana",
  summary: (now, then) =>
    `Los dos niveles juntos, ahora: ${numberFormat.format(now)}. Hace 13 semanas: ${numberFormat.format(then)}.`,
  day: "Final del (UTC)",
  step: (at) => dayFormat.format(at),
  whoIsCounted:
    "Ves cuántos usuarios dieron acceso, nunca quiénes. Quien dio ambos niveles cuenta en los dos.",
  none: "Nadie le ha dado acceso todavía.",
  noneAdvice:
    "Envía a los usuarios a la página de consentimiento desde tu programa, o empieza tú con el recorrido de “Probar”.",
};

const changeFormat = numbersIn("es", { signDisplay: "exceptZero" });

const dayFormat = timesIn("es", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

const numberFormat = numbersIn("es");
