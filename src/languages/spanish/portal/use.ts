import type { UseTexts } from "../../texts/portal/use.ts";

export const use: UseTexts = {
  title: "Uso",
  periodsLabel: "Período",
  periods: { hour: "Última hora", day: "Último día", week: "Última semana" },
  captions: {
    hour: "Solicitudes de la última hora, cada cinco minutos",
    day: "Solicitudes del último día, por hora",
    week: "Solicitudes de la última semana, cada seis horas",
  },
  time: "Desde (UTC)",
  total: "Total",
  verified: "Verificadas",
  issued: "Tokens emitidos",
  refused: (code) => `Rechazadas: ${code}`,
  whatTheyAre:
    "Verificadas son las solicitudes con credenciales válidas, también las que recibieron un token. Un rechazo se indica con su código de error; las solicitudes con una firma o un secreto incorrectos no son de nadie y no se cuentan aquí.",
  limits: {
    title: "Límites en este momento",
    what: "Cuántas solicitudes le quedan a esta aplicación hasta que se cuenten de nuevo. Los límites que se cuentan por persona no se muestran.",
    off: "Este servicio no limita las solicitudes.",
    operation: "Operación",
    limit: "Límite",
    remaining: "Quedan",
    resetsAt: "De nuevo a las (UTC)",
    reset: (at) => timeFormat.format(at),
  },
  none: "No hubo solicitudes en este tiempo.",
  noneAdvice: "Haz una prueba y vuelve a mirar aquí: las cifras aparecen de inmediato.",
  step: {
    hour: (at) => timeFormat.format(at),
    day: (at) => timeFormat.format(at),
    week: (at) => dayAndTimeFormat.format(at),
  },
  number: (count) => numberFormat.format(count),
};

const numberFormat = new Intl.NumberFormat("es");

const timeFormat = new Intl.DateTimeFormat("es", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

const dayAndTimeFormat = new Intl.DateTimeFormat("es", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
