import { sentence } from "../sentence.ts";
import type {
  CancelledTexts,
  ConsentTexts,
  InvalidRequestTexts,
  PinTexts,
} from "../texts/consent.ts";
import { inMinutes } from "./dates.ts";

export const consent: ConsentTexts = {
  changedRecently: {
    what: "Esta aplicación cambió hace poco.",
    advice:
      "Su nombre, icono, sitio web o propietario no es el de hace una semana. Continúa solo si lo esperabas.",
  },
  applicationLinks: { terms: "Condiciones", privacy: "Privacidad", support: "Ayuda" },
  title: (application) => sentence`Autorizar ${application}`,
  by: (owner) => sentence`de ${owner}`,
  wantsToUse: (application, service) =>
    sentence`${application} quiere usar tu cuenta de ${service}`,
  switchAccount: "Cambiar de cuenta",
  able: "Podrá",
  notAble: "No podrá",
  permissions: {
    "read-account": "Leer tu perfil y todo lo que puedes ver",
    "change-account": "Publicar y cambiar cosas en tu nombre",
    "see-email": "Ver tu correo electrónico",
    "see-password": "Ver tu contraseña",
    "change-sign-in": "Cambiar tu correo electrónico o tu forma de iniciar sesión",
  },
  newApplication: {
    what: "Esta aplicación es nueva.",
    advice:
      "Pocas personas la han usado hasta ahora. Acepta solo si confías en quien te envió aquí.",
  },
  mixedAlphabets: {
    what: "Este nombre mezcla letras que se parecen.",
    advice: "Puede imitar otro nombre. Comprueba de quién es y su sitio web.",
  },
  allow: "Autorizar aplicación",
  deny: "Cancelar",
  toWeb: (host) => sentence`Después irás a ${host}.`,
  toApp: (scheme) => sentence`Después irás a la aplicación de tu dispositivo que abre ${scheme}.`,
  toPin: (application) => sentence`Recibirás un código para escribirlo en ${application}.`,
  takeBack: "Puedes retirar este permiso cuando quieras:",
  takeBackInAccount: "Tu cuenta",
};

export const pin: PinTexts = {
  title: (application) => sentence`Tu código para ${application}`,
  howTo: (application) => sentence`Escribe este código en ${application} para terminar.`,
  label: "Tu código",
  lives: (minutes) => `Sirve una sola vez, durante ${inMinutes(minutes)}.`,
  timeLeft: "Tiempo restante:",
  expired: "Este código ha caducado. Vuelve a la aplicación y empieza de nuevo.",
  ownDevice: (application) =>
    sentence`Escríbelo en ${application} solo en un dispositivo tuyo y solo si tú empezaste esto.`,
  nobodyAsks: (service) => sentence`Nadie de ${service} te lo pedirá nunca.`,
};

export const cancelled: CancelledTexts = {
  title: "Cancelado",
  meaning: (application) => sentence`${application} no recibió acceso a tu cuenta.`,
  advice: "Puedes cerrar esta página.",
};

export const invalidRequest: InvalidRequestTexts = {
  missing: {
    happened: "Esta dirección está incompleta",
    meaning: "No dice qué aplicación te envió, así que aquí no hay nada que decidir.",
    advice: "Vuelve a la aplicación y empieza de nuevo.",
  },
  expired: {
    happened: "Esta solicitud ya no es válida",
    meaning: "Pasó demasiado tiempo, ya se usó o nunca fue nuestra. No se compartió nada.",
    advice: "Vuelve a la aplicación y empieza de nuevo.",
  },
  answered: {
    happened: "Esta solicitud ya se respondió",
    meaning: "Cada solicitud se responde una sola vez, y esta ya se respondió.",
    advice: "Si no terminaste, vuelve a la aplicación y empieza de nuevo.",
  },
  desktop: {
    happened: "Esta aplicación no puede iniciar tu sesión aquí",
    meaning: "No es un sitio web, así que necesita un código que escribes tú.",
    advice: "Continúa a la página que te da ese código.",
  },
  continueToAuthorize: "Continuar",
};
