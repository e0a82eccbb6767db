import { daysKept, hoursKeptDays } from "../../../../domain/usage.ts";
import { numbersIn, timesIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";
import { inRequests } from "../counts.ts";

export const usage: Texts["portal"]["usage"] = {
  title: "Uso",
  periodsLabel: "Periodo",
  periods: {
    hour: "1 hora",
    day: "24 horas",
    week: "7 días",
    "30-days": "30 días",
    "90-days": "90 días",
    "13-months": "13 meses",
  },
  captions: {
    hour: "última hora, cada cinco minutos",
    day: "último día, por hora",
    week: "última semana, cada seis horas",
    "30-days": "últimos 30 días, por día (UTC)",
    "90-days": "últimos 90 días, por día (UTC)",
    "13-months": "últimos 13 meses, por semana",
    days: "el periodo elegido",
  },
  minutes: "última hora, por minuto",
  requests: "Solicitudes",
  allRejected: "Rechazadas",
  unauthenticated: {
    title: "No demostradas",
    count: (count) =>
      `${numberFormat.format(count)} no ${count === 1 ? "demostrada" : "demostradas"}`,
  },
  changes: {
    hour: changeTo("la hora anterior"),
    day: changeTo("el día anterior"),
    week: changeTo("la semana anterior"),
    "30-days": changeTo("los 30 días anteriores"),
    "90-days": changeTo("los 90 días anteriores"),
    days: changeTo("el periodo anterior"),
  },
  table: "Mostrar las cifras",
  time: "Desde",
  total: "Total",
  greatest: "Máximo",
  changed: "Cambios",
  verified: "Verificadas",
  issued: "Tokens emitidos",
  before: {
    hour: "Hora anterior",
    day: "Día anterior",
    week: "Semana anterior",
    "30-days": "30 días antes",
    "90-days": "90 días antes",
    days: "Periodo anterior",
  },
  summary: (requests, rejected) =>
    rejected === 0
      ? `${inRequests(requests)}, ninguna rechazada.`
      : `${inRequests(requests)}, el ${share.format(rejected / requests)} rechazadas.`,
  busiest: (count) => `El máximo fue de ${inRequests(count)}, desde`,
  highest: (count) => `El máximo fue de ${count}, desde`,
  maxUsers: "Más usuarios en un día",
  closestLimit: "Límite más próximo",
  byOperation: {
    title: "Por operación",
    operation: "Operación",
    peak: "Límite, máximo",
    closest: { clock: "máximo a las", "day-and-clock": "máximo el", day: "máximo el" },
  },
  days: {
    title: "Días",
    from: "Desde",
    to: "Hasta",
    notShown: "Estos días no se pueden mostrar.",
    problems: {
      "not-a-day": "Escribe un día, como 2026-05-01.",
      order: "Elige un día que no sea anterior al primero.",
      future: "Elige hoy (UTC) o un día anterior.",
      "not-kept": `Elige uno de los últimos ${daysKept} días. Las cifras anteriores no se guardan.`,
    },
    show: "Mostrar los días",
    utc: `Los días empiezan y terminan en UTC. Las cifras por hora se guardan ${hoursKeptDays} días, y las cifras por día, 13 meses.`,
  },
  csv: "Descargar CSV",
  why: {
    title: "Por qué se rechazaron",
    reason: "Motivo",
    share: "Proporción",
    percent: (part) => share.format(part),
    others: (count) => `Otros motivos (${numberFormat.format(count)})`,
    reasons: {
      32: "Clave, firma, secreto o verificador incorrectos",
      34: "La ruta o el método no existen",
      64: "Cuenta suspendida",
      87: "Red no permitida",
      88: "Límite agotado",
      89: "Token desconocido, caducado o revocado",
      92: "Enviada por http sin cifrar",
      99: "Token pedido con demasiada frecuencia",
      130: "Servicio saturado",
      131: "Error del servicio",
      135: "Marca de tiempo fuera de plazo",
      170: "grant_type falta o no se admite",
      215: "Solicitud incompleta o mal formada",
      220: "Tipo de token incorrecto",
      251: "Retirado",
      261: "Sin acceso de escritura",
      348: "Token de alguien que no es el propietario",
      415: "Callback URL no registrada",
      416: "Aplicación suspendida o sin aprobar",
      417: "Sin callback URL, y no es oob",
    },
  },
  whatTheyAre:
    "Las solicitudes verificadas tenían credenciales válidas; las que piden tokens están entre ellas. Las rechazadas nombraban esta aplicación y fallaron. Las no demostradas entre ellas no probaron que vienen de ella: cualquiera que conozca la consumer key puede enviarlas.",
  limits: {
    title: "Límites ahora",
    what: "Cuántas solicitudes le quedan a esta aplicación antes de que se reinicie cada límite. Los límites por usuario no se muestran.",
    plan: (plan) => `Su plan es “${plan}”.`,
    off: "Los límites están desactivados.",
    operation: "Operación",
    remaining: "Quedan",
    of: (remaining, limit) => `${numberFormat.format(remaining)} de ${numberFormat.format(limit)}`,
    almostUsedUp: "Casi agotado",
    usedUp: "Agotado",
    resetsAt: "Se reinicia a las",
    reset: (at) => timeFormat.format(at),
  },
  failedAuthentications: {
    title: "Solicitudes sin autenticar",
    none: "Ninguna firma ni ningún secreto falló desde que se inició este servidor.",
    anybody:
      "Cualquiera que conozca la consumer key puede causarlas. Cada servidor guarda las últimas en memoria hasta que se reinicia.",
    when: "Cuándo",
    cause: "Causa",
    operation: "Operación",
    api: "Tu API",
    causes: {
      signature: {
        what: "Firma incorrecta",
        advice: "Compara la cadena base y los secretos con los de tu programa.",
      },
      secret: {
        what: "Consumer secret incorrecto",
        advice: "Usa el secreto actual o regenéralo.",
      },
      token: { what: "Token desconocido", advice: "Se revocó, caducó o es de otra aplicación." },
      clock: { what: "Hora fuera de los límites", advice: "Ajusta el reloj del equipo que firma." },
      nonce: {
        what: "Nonce ya usado",
        advice: "Crea un nonce nuevo para cada solicitud, también al reintentar.",
      },
    },
  },
  none: "No hay solicitudes en este periodo.",
  noneAdvice: "Haz una prueba y vuelve aquí: las solicitudes nuevas aparecen de inmediato.",
  step: {
    clock: (at) => timeFormat.format(at),
    "day-and-clock": (at) => dayAndTimeFormat.format(at),
    day: (at) => dayFormat.format(at),
  },
  number: (count) => numberFormat.format(count),
};

const numberFormat = numbersIn("es");

const timeFormat = timesIn("es", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

const dayFormat = timesIn("es", { month: "short", day: "numeric", timeZone: "UTC" });

const dayAndTimeFormat = timesIn("es", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

function changeTo(period: string): (count: number, before: number) => string {
  return (count, before) => {
    if (count === before) return `Igual que ${period}`;
    if (before === 0) return `Ninguna en ${period}`;
    const change = (count - before) / before;
    return change > 0
      ? `${percent.format(Math.abs(change))} más que ${period}`
      : `${percent.format(Math.abs(change))} menos que ${period}`;
  };
}

const percent = numbersIn("es", { style: "percent", maximumFractionDigits: 0 });

const share = numbersIn("es", { style: "percent", maximumSignificantDigits: 2 });
