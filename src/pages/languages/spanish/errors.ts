import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const error: Texts["error"] = {
  kinds: {
    "bad-request": {
      happened: "No pudimos entender esta solicitud",
      meaning: "Una parte falta o no es válida. No se cambió nada.",
      advice: "Vuelve al lugar del que venías y empieza de nuevo.",
    },
    "forbidden-form": {
      happened: "No pudimos aceptar este formulario",
      meaning:
        "Estuvo abierto demasiado tiempo, iniciaste sesión otra vez desde entonces o vino de otro sitio. No se cambió nada.",
      advice:
        "Vuelve atrás y recarga la página antes de enviarlo otra vez. Al recargarla, el formulario se vacía, así que copia antes lo que quieras conservar.",
    },
    "other-role": {
      happened: "No puedes abrir esta página",
      meaning: "Tu rol en esta aplicación no incluye esta página. No se cambió nada.",
      advice: "Si la necesitas, pídesela al propietario de la aplicación.",
    },
    "not-found": {
      happened: "Página no encontrada",
      meaning: "Puede que la dirección esté mal escrita o sea antigua.",
      advice: "Revisa la dirección o sigue por uno de estos enlaces.",
    },
    "wrong-method": {
      happened: "Esa acción no está disponible en esta página",
      meaning: "La dirección existe, pero no acepta este tipo de solicitud. No se cambió nada.",
      advice: "Vuelve al lugar del que venías y empieza de nuevo.",
    },
    "too-large": {
      happened: "Es demasiado grande",
      meaning: "Enviaste más de lo que acepta esta página. No se cambió nada.",
      advice: "Vuelve atrás y acorta el texto o elige un archivo más pequeño.",
    },
    insecure: {
      happened: "Esta conexión no es segura",
      meaning: "El inicio de sesión requiere HTTPS. No se envió nada.",
      advice: "Vuelve a la aplicación. Si se repite, avisa a quienes la desarrollan.",
    },
    "suspended-user": {
      happened: "Tu cuenta está suspendida",
      meaning: "Por ahora no puedes usarla. No se compartió nada.",
      advice: "Pregunta el motivo a tu administrador.",
    },
    "suspended-application": {
      happened: "Esta aplicación está suspendida",
      meaning: "Por ahora no puede pedir acceso a cuentas. No se compartió nada.",
      advice: "Si la necesitas, contacta con quienes la desarrollan.",
    },
    "unapproved-application": {
      happened: "Esta aplicación espera la aprobación",
      meaning:
        "Hasta que un administrador la apruebe, solo funciona para su propietario. No se compartió nada.",
      advice: "Inténtalo más tarde o contacta con quienes la desarrollan.",
    },
    "rate-limited": (minutes) => ({
      happened: "Demasiadas solicitudes",
      meaning: "Recibimos demasiadas solicitudes desde tu red en poco tiempo. No se cambió nada.",
      advice: `Inténtalo de nuevo en ${inMinutes(minutes)}.`,
    }),
    internal: {
      happened: "Algo falló por nuestra parte",
      meaning: "No pudimos completar tu solicitud. El error quedó registrado.",
      advice: "Inténtalo de nuevo. Si se repite, avisa a tu administrador.",
    },
    unavailable: {
      happened: "El servicio no está disponible",
      meaning: "Está ocupado o en mantenimiento. No se cambió nada.",
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
