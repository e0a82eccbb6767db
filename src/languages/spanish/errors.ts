import type { ErrorTexts } from "../texts/errors.ts";
import { inMinutes } from "./dates.ts";

export const error: ErrorTexts = {
  kinds: {
    "bad-request": {
      happened: "No pudimos entender esta solicitud",
      meaning: "Le falta una parte o está dañada. No cambió nada.",
      advice: "Vuelve al lugar del que venías y empieza de nuevo.",
    },
    "forbidden-form": {
      happened: "No pudimos aceptar este formulario",
      meaning:
        "Estuvo abierto demasiado tiempo, iniciaste sesión otra vez desde entonces o vino de otro sitio. No cambió nada.",
      advice: "Vuelve atrás, carga la página otra vez y repite lo que hiciste.",
    },
    "other-role": {
      happened: "No puedes abrir esta página",
      meaning: "Es para personas con otro rol en esta aplicación. No se cambió nada.",
      advice: "Si la necesitas, pídesela al propietario de la aplicación.",
    },
    "not-found": {
      happened: "Aquí no hay ninguna página",
      meaning: "Puede que la dirección esté mal escrita o sea antigua.",
      advice: "Revisa la dirección o vuelve al lugar del que venías.",
    },
    "wrong-method": {
      happened: "Esta página no funciona así",
      meaning: "La dirección existe, pero no para lo que se le pidió. No cambió nada.",
      advice: "Vuelve al lugar del que venías y empieza de nuevo.",
    },
    "too-large": {
      happened: "Es demasiado de una vez",
      meaning: "Lo que se envió es más grande de lo que acepta esta página. No cambió nada.",
      advice: "Vuelve atrás y envía menos.",
    },
    insecure: {
      happened: "Esta conexión no es privada",
      meaning:
        "Para iniciar sesión, la dirección debe empezar con https, así que no se envió nada más.",
      advice: "Vuelve a la aplicación y, si se repite, avisa a quienes la hacen.",
    },
    "suspended-user": {
      happened: "Tu cuenta está suspendida",
      meaning: "Por ahora no se puede usar. No se compartió nada.",
      advice: "Pregunta el motivo a quienes administran este servicio.",
    },
    "suspended-application": {
      happened: "Esta aplicación está suspendida",
      meaning: "Por ahora no puede pedir acceso a cuentas. No se compartió nada.",
      advice: "Si la necesitas, pregunta a quienes la hacen.",
    },
    "rate-limited": (minutes) => ({
      happened: "Demasiadas solicitudes",
      meaning: "Desde aquí llegaron más de las que aceptamos en tan poco tiempo. No cambió nada.",
      advice: `Inténtalo de nuevo en ${inMinutes(minutes)}.`,
    }),
    internal: {
      happened: "Algo falló de nuestro lado",
      meaning: "No pudimos terminar lo que pediste. El fallo quedó registrado.",
      advice: "Inténtalo de nuevo. Si se repite, avisa a quienes administran este servicio.",
    },
    unavailable: {
      happened: "No podemos hacer esto ahora mismo",
      meaning: "El servicio está ocupado o en mantenimiento. No cambió nada.",
      advice: "Espera un minuto e inténtalo de nuevo.",
    },
    "outcome-unknown": {
      happened: "No sabemos si esto funcionó",
      meaning: "Algo falló mientras lo guardábamos. Puede que se haya guardado o puede que no.",
      advice: "Espera un minuto, comprueba si el cambio aparece y, si no, inténtalo de nuevo.",
    },
  },
  retry: "Intentar de nuevo",
  status: (status) => `Error ${status}`,
  reference: "Referencia para soporte",
};
