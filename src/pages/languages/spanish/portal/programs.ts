import { numbersIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";

export const programs: Texts["portal"]["programs"] = {
  title: "Probar",
  heading: "Programas",
  what: "Programas completos con tu consumer key. Leen los secretos del archivo de entorno que guardaste al crear la aplicación.",
  apis: {
    title: "Direcciones de las API",
    what: "Las mismas credenciales sirven para las API de estas direcciones. Firma la URL a la que llamas.",
  },
  programs: {
    curl: "Obtiene un bearer token y consulta los límites. Un bearer token representa a la aplicación, no a un usuario. Las llamadas en nombre de un usuario necesitan firmas OAuth 1.0a, que curl no puede crear.",
    "openid-client": "Obtiene un bearer token y consulta los límites como la aplicación.",
    "oauth-1.0a":
      "Firma cualquier llamada con un token de acceso. Este ejemplo pregunta de quién es el token.",
    oauth:
      "Pide acceso a un usuario desde una terminal. El usuario escribe un PIN, así que no hace falta callback.",
    "passport-twitter":
      "Inicia la sesión de los usuarios en un sitio web. Les pide acceso y los devuelve a tu callback.",
    "requests-oauthlib": "Firma una llamada con un token de acceso, con requests-oauthlib.",
    "php-oauth": "Firma una llamada con un token de acceso, con la extensión OAuth de PHP.",
    "gomodule-oauth1": "Firma una llamada con un token de acceso, con gomodule/oauth1.",
    python: "Firma una llamada con un token de acceso, solo con la biblioteca estándar.",
    php: "Firma una llamada con un token de acceso. Necesita PHP 8 con OpenSSL y ningún paquete.",
    go: "Firma una llamada con un token de acceso, solo con la biblioteca estándar de Go.",
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
  pasteIntoTerminal:
    "Carga las variables del archivo que guardaste y pega el programa en la misma terminal:",
  saveAs: (file) => `Guárdalo como ${file} y ejecuta:`,
};

const numberFormat = numbersIn("es");
