import { sentence } from "../sentence.ts";
import type { TryItTexts } from "../texts/try-it.ts";

export const tryIt: TryItTexts = {
  title: "Pruébala",
  what: "Programas completos que ya llevan tu consumer key. Pon los secretos en el entorno, copia uno y ejecútalo.",
  apis: "Las mismas credenciales sirven para las API de estas direcciones. Firma la dirección a la que llamas.",
  programs: {
    curl: "Obtiene un bearer token y pregunta cómo están los límites. Un bearer token habla solo por la aplicación. Las llamadas en nombre de una persona se firman con OAuth 1.0a, y curl no puede hacerlo.",
    "openid-client":
      "Obtiene un bearer token y pregunta cómo están los límites, solo para la aplicación.",
    "oauth-1.0a":
      "Firma cualquier llamada con un token de acceso: aquí pregunta de quién es el token.",
    oauth:
      "Pide acceso a una persona desde una terminal. La persona escribe un PIN, así que no hace falta callback.",
    "passport-twitter":
      "Inicia la sesión de las personas en un sitio web: pide acceso a una persona y la lleva de vuelta a tu callback.",
  },
  variables: {
    title: "Lo que los programas leen del entorno",
    CONSUMER_SECRET: "El secreto de tu aplicación. Lo viste una vez, cuando se creó.",
    ACCESS_TOKEN: "Un token de acceso, como el tuyo propio de esta aplicación.",
    ACCESS_TOKEN_SECRET: "El secreto que corresponde a este token de acceso.",
  },
  pasteIntoTerminal: "Pégalo en una terminal, o guárdalo y ejecútalo con sh.",
  saveAs: (file) => `Guárdalo como ${file} y ejecuta:`,
  walk: {
    title: "Recorre el flujo",
    pageTitle: (application) => sentence`El flujo de ${application}, paso a paso`,
    what: "Mira la página de consentimiento como la ve la gente, y después lo que se envía y se recibe en cada paso. Al final hay un token de acceso de esta aplicación para tu propia cuenta.",
    start: "Empezar el recorrido",
    suspended: (because) => sentence`Esta aplicación está suspendida: ${because}`,
    suspendedAdvice: "Nadie puede autorizarla hasta que se restablezca.",
    inside:
      "Tu aplicación envía y recibe lo mismo por la red, y lo firma con su secreto. Aquí cada paso se dio dentro del servicio. Los secretos y los tokens aparecen cortados.",
    sent: "Enviado",
    received: "Recibido",
    requestToken: {
      title: "Un request token",
      what: "Tu aplicación lo pide y dice a dónde van las personas después.",
    },
    consent: {
      title: "Consentimiento",
      toDo: "Autoriza la aplicación en la página de consentimiento. Te trae de vuelta aquí.",
      toDoForPin:
        "Autoriza la aplicación en la página de consentimiento y después vuelve con el PIN.",
      open: "Abrir la página de consentimiento",
      given: {
        read: (person) => sentence`${person} permite que la aplicación lea.`,
        write: (person) => sentence`${person} permite que la aplicación lea y escriba.`,
      },
    },
    verifier: {
      title: "El verificador",
      brought: "El navegador lo llevó al callback.",
      typed: "Es el PIN que se escribió.",
      pin: "PIN",
      exchange: "Cambiar por un token de acceso",
    },
    accessToken: {
      title: "Un token de acceso",
      what: "El request token y el verificador se cambian por él, y quedan gastados.",
    },
    use: { title: "Una llamada con él", what: "A partir de ahora habla por la persona." },
    problems: {
      expired: {
        what: "Este recorrido no puede seguir.",
        advice: "Su request token venció o ya se usó. Empieza de nuevo.",
      },
      cancelled: {
        what: "Cancelaste.",
        advice:
          "Tu aplicación se entera por el parámetro denied y no recibe acceso. Si quieres, empieza de nuevo.",
      },
      "somebody-else": {
        what: "Lo autorizó otra persona.",
        advice: "Un recorrido es para tu propia cuenta. Empieza de nuevo y autorízalo con ella.",
      },
      "not-approved": {
        what: "Todavía no está autorizado.",
        advice: "Abre primero la página de consentimiento.",
      },
      "wrong-verifier": {
        what: "Ese no es el código.",
        advice:
          "Escríbelo como aparece en la página. Después de cinco intentos fallidos tienes que empezar de nuevo.",
      },
    },
    back: "Volver a la aplicación",
  },
};
