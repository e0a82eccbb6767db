import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";

export const walk: Texts["portal"]["walk"] = {
  title: "Recorre el flujo",
  what: "Mira la página de consentimiento como la ven tus usuarios y lo que se envía y se recibe en cada paso. Al final, esta aplicación tiene un token de acceso a tu propia cuenta.",
  start: "Empezar el recorrido",
  suspendedAdvice: "Nadie puede autorizarla hasta que un administrador la reactive.",
  inside:
    "Tu aplicación envía y recibe lo mismo por la red y firma cada solicitud con su secreto. Aquí, cada paso ocurrió dentro del servicio. Los secretos y los tokens aparecen abreviados.",
  sent: "Enviado",
  received: "Recibido",
  requestToken: {
    title: "Un request token",
    what: "Tu aplicación lo solicita e indica a dónde van los usuarios después.",
  },
  consent: {
    title: "Consentimiento",
    toDo: "Autoriza la aplicación en la página de consentimiento. Te trae de vuelta aquí.",
    toDoForPin:
      "Autoriza la aplicación en la página de consentimiento y después vuelve con el PIN.",
    open: "Abrir la página de consentimiento",
    openInTab: "Abrir la página de consentimiento en otra pestaña",
    given: {
      read: (user) => sentence`${user} dio a la aplicación acceso de lectura.`,
      write: (user) => sentence`${user} dio a la aplicación acceso de lectura y escritura.`,
    },
  },
  verifier: {
    title: "El verificador",
    brought: "El navegador lo llevó al callback.",
    typed: "Es el PIN que se escribió.",
    pin: "PIN",
    exchange: "Canjear por un token de acceso",
  },
  accessToken: {
    title: "Un token de acceso",
    what: "Se obtiene a cambio del request token y el verificador, que ya no se pueden volver a usar.",
  },
  use: {
    title: "Una llamada con él",
    what: "A partir de ahora, las llamadas con él actúan en nombre del usuario.",
  },
  problems: {
    expired: {
      what: "Este recorrido no puede continuar.",
      advice: "Su request token caducó o ya se usó. Empieza de nuevo.",
    },
    canceled: {
      what: "Cancelaste.",
      advice:
        "Tu aplicación recibe el parámetro denied y no obtiene acceso. Si quieres, empieza de nuevo.",
    },
    "somebody-else": {
      what: "Lo autorizó otro usuario.",
      advice: "El recorrido es para tu propia cuenta. Empieza de nuevo y autoriza con ella.",
    },
    "not-approved": {
      what: "Todavía no está autorizado.",
      advice: "Abre primero la página de consentimiento.",
    },
    "missing-verifier": {
      what: "Falta el PIN.",
      advice: "Escríbelo como aparece en la página.",
    },
    "wrong-verifier": {
      what: "Ese no es el PIN.",
      advice:
        "Escríbelo como aparece en la página. Después de cinco intentos fallidos tienes que empezar de nuevo.",
    },
  },
};
