import { numbersIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";

export const programs: Texts["portal"]["programs"] = {
  title: "Probar",
  heading: "Programas",
  what: "Programas completos que leen las claves de tu aplicación del archivo de entorno que guardaste al crearla.",
  apis: {
    title: "Direcciones de las API",
    what: "Las mismas credenciales sirven para las API de estas direcciones. Firma la URL a la que llamas.",
  },
  more: {
    pin: "Pedir acceso a un usuario con un PIN",
    "sign-in": "Iniciar la sesión de los usuarios en un sitio web",
    bearer: "Llamar sin un usuario",
  },
  withoutLibrary: "Sin biblioteca",
  variables: {
    title: "Variables de entorno",
    CONSUMER_SECRET: "El secreto de tu aplicación, que se mostró una vez al crearla.",
    ACCESS_TOKEN: "Un token de acceso, como el tuyo para esta aplicación.",
    ACCESS_TOKEN_SECRET: "El secreto que corresponde a este token de acceso.",
  },
  arrived: {
    waiting: "Esperando la primera llamada de tu programa…",
    label: "Llegó tu llamada:",
    open: "Ver la solicitud",
    live: {
      ended:
        "Esta línea dejó de actualizarse a los 10 minutos. “En directo” la pone en marcha de nuevo.",
      failed:
        "No se pudo actualizar esta línea y se detuvo. “En directo” la pone en marcha de nuevo.",
    },
  },
  send: {
    title: "Una llamada sin programa",
    what: "El servicio firma GET account/verify_credentials con tu propio token de acceso y lo comprueba como una llamada de tu programa. Cuenta para los límites y aparece en “Solicitudes”.",
    submit: "Enviarla desde aquí",
    noToken:
      "Para enviar una llamada firmada desde esta página, crea antes tu propio token de acceso para esta aplicación.",
    createToken: "Crear un token de acceso",
    response: "Respuesta:",
    took: (ms) => `en ${numberFormat.format(ms)} ms`,
  },
  saveAs: (file) => `Guárdalo como ${file} y ejecuta:`,
};

const numberFormat = numbersIn("es");
