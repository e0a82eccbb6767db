import { numbersIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";

export const requests: Texts["portal"]["requests"] = {
  title: "Solicitudes",
  what: "Las solicitudes rechazadas, las últimas verificadas y una muestra de las demás. Cualquiera que conozca la clave de consumidor puede causar solicitudes no demostradas. Cuando se rechazan muchas, solo se conservan algunas.",
  kept: (days) =>
    `Las solicitudes se conservan ${days === 1 ? "un día" : `${numberFormat.format(days)} días`}, sin cuerpo ni secretos.`,
  off: "Tu administrador ha desactivado el registro de solicitudes.",
  search: "ID, ruta o nombre de usuario",
  cause: "Causa",
  anyCause: "Cualquier causa",
  period: "Periodo",
  periods: { all: "Todas las conservadas", day: "Últimas 24 horas", hour: "Última hora" },
  show: "Mostrar",
  statesLabel: "Resultado",
  states: { all: "Todas", verified: "Verificadas", rejected: "Rechazadas" },
  refresh: "Actualizar",
  live: {
    on: "En directo",
    ended:
      "La lista dejó de actualizarse a los 10 minutos. “En directo” la pone en marcha de nuevo.",
    failed: "La lista no se pudo actualizar y se detuvo. “En directo” la pone en marcha de nuevo.",
  },
  back: "Todas las solicitudes",
  none: "Todavía no hay solicitudes.",
  noMatch: "Ninguna solicitud coincide.",
  gateway: "pasarela",
  yourApi: "Tu API",
  verified: "Verificada",
  alone: "La propia aplicación",
  id: "ID de la solicitud",
  when: "Cuándo",
  caller: "Quién llamó",
  operation: "Operación",
  code: "Código de error",
  message: "Lo que se respondió a tu programa",
  sent: "Lo que envió tu programa",
  late: (seconds) =>
    seconds > 0
      ? `${numberFormat.format(seconds)} s de retraso`
      : `${numberFormat.format(-seconds)} s de adelanto`,
  address: "Dirección IP",
  credential: "Credencial",
  credentials: {
    "consumer secret": "Secreto de consumidor",
    "previous consumer secret": "Secreto de consumidor anterior",
    "bearer token": "Token portador",
    "previous bearer token": "Token portador anterior",
  },
  curl: "Copiar como curl",
  curlHint: "El registro no tiene secretos: completa las palabras en mayúsculas.",
  fixed: {
    title: "Copiar código corregido",
    hint: "Estos programas envían la solicitud con la firma correcta. Leen los secretos del entorno. Sustituye “[hidden]” por el valor, que el registro de solicitudes no tiene.",
    none: "Programas que firman bien, en tu lenguaje",
  },
  request: "La solicitud, sin sus secretos",
  link: "Enlace para otros editores de esta aplicación:",
  atRejection:
    "Esto se averiguó cuando se rechazó la solicitud. No cambia aunque cambies la aplicación.",
  noCause: {
    what: "Las credenciales de esta solicitud son correctas.",
    advice: "El código de error dice por qué se rechazó.",
  },
  notFound: {
    what: "No hay ninguna solicitud con este ID.",
    advice:
      "Puede haber caducado. Cuando se rechazan muchas solicitudes, solo se conservan algunas. También puedes pegar la solicitud.",
  },
};

const numberFormat = numbersIn("es");
