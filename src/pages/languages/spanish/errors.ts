import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const error: Texts["error"] = {
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
      advice:
        "Vuelve atrás y recarga la página antes de enviarlo otra vez. Al recargarla, el formulario se vacía, así que copia antes lo que quieras conservar.",
    },
    "other-role": {
      happened: "No puedes abrir esta página",
      meaning: "Es para personas con otro rol en esta aplicación. No se cambió nada.",
      advice: "Si la necesitas, pídesela al propietario de la aplicación.",
    },
    "not-found": {
      happened: "Página no encontrada",
      meaning: "Puede que la dirección esté mal escrita o sea antigua.",
      advice: "Revisa la dirección o sigue por uno de estos enlaces.",
    },
    "wrong-method": {
      happened: "Esta página no funciona así",
      meaning: "La dirección existe, pero no acepta este tipo de solicitud. No cambió nada.",
      advice: "Vuelve al lugar del que venías y empieza de nuevo.",
    },
    "too-large": {
      happened: "Demasiados datos",
      meaning: "Enviaste más de lo que acepta esta página. No cambió nada.",
      advice: "Vuelve atrás y envía menos.",
    },
    insecure: {
      happened: "Esta conexión no es segura",
      meaning:
        "El inicio de sesión solo funciona en una dirección https, así que no se transmitió nada.",
      advice: "Vuelve a la aplicación. Si se repite, avisa a quienes la desarrollan.",
    },
    "suspended-user": {
      happened: "Tu cuenta está suspendida",
      meaning: "Por ahora no puedes usarla. No se compartió nada.",
      advice: "Pregunta el motivo a quienes administran este servicio.",
    },
    "suspended-application": {
      happened: "Esta aplicación está suspendida",
      meaning: "Por ahora no puede pedir acceso a cuentas. No se compartió nada.",
      advice: "Si la necesitas, contacta con quienes la desarrollan.",
    },
    "unapproved-application": {
      happened: "Esta aplicación espera la aprobación",
      meaning:
        "Hasta que la administración la apruebe, solo funciona para su propietario. No se compartió nada.",
      advice: "Inténtalo más tarde o contacta con quienes la desarrollan.",
    },
    "rate-limited": (minutes) => ({
      happened: "Demasiadas solicitudes",
      meaning: "Recibimos demasiadas solicitudes desde tu red en poco tiempo. No cambió nada.",
      advice: `Inténtalo de nuevo en ${inMinutes(minutes)}.`,
    }),
    internal: {
      happened: "Algo falló por nuestra parte",
      meaning: "No pudimos completar tu solicitud. El error quedó registrado.",
      advice: "Inténtalo de nuevo. Si se repite, avisa a quienes administran este servicio.",
    },
    unavailable: {
      happened: "El servicio no está disponible",
      meaning: "Está ocupado o en mantenimiento. No cambió nada.",
      advice: "Espera un minuto e inténtalo de nuevo.",
    },
    "outcome-unknown": {
      happened: "No sabemos si esto funcionó",
      meaning: "Algo falló mientras lo guardábamos. Puede que se haya guardado o puede que no.",
      advice: "Espera un minuto, comprueba si el cambio aparece y, si no, inténtalo de nuevo.",
    },
  },
  home: "Página de inicio",
  retry: "Intentar de nuevo",
  status: (status) => `Error ${status}`,
  reference: "Referencia para soporte",
};
