import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const consent: Texts["consent"] = {
  before: "Antes de continuar",
  changedRecently: {
    what: "Esta aplicación cambió hace poco.",
    advice:
      "Su nombre, icono, sitio web o propietario cambió en los últimos 7 días. Continúa solo si lo esperabas.",
  },
  applicationLinks: { terms: "Condiciones", privacy: "Privacidad", support: "Soporte" },
  title: (application) => sentence`Autorizar ${application}`,
  by: (owner) => sentence`de ${owner}`,
  wantsToUse: (application, service) =>
    sentence`${application} quiere usar tu cuenta de ${service}`,
  ownersWords: "Lo que dice el propietario:",
  switchAccount: "Cambiar de cuenta",
  able: "Podrá",
  notAble: "No podrá",
  permissions: {
    "read-account": "Leer tu perfil y cualquier contenido que puedas ver",
    "change-account": "Publicar y hacer cambios en tu nombre",
    "see-email": "Ver tu correo electrónico",
    "see-password": "Ver tu contraseña",
    "change-sign-in": "Cambiar tu correo electrónico o tu forma de iniciar sesión",
  },
  newApplication: {
    what: "Esta aplicación es nueva.",
    advice:
      "Pocos usuarios la han usado hasta ahora. Continúa solo si confías en el sitio o la aplicación que te envió aquí.",
  },
  mixedAlphabets: {
    what: "Este nombre mezcla letras que se parecen.",
    advice: "Puede que imite otro nombre. Comprueba el propietario y el sitio web.",
  },
  allow: (user) => sentence`Autorizar como ${user}`,
  deny: "Cancelar",
  toWeb: (host) => sentence`Te llevaremos a ${host}.`,
  toApp: (scheme) => sentence`Te llevaremos a la aplicación de tu dispositivo que abre ${scheme}.`,
  toPin: (application) => sentence`Recibirás un código para escribirlo en ${application}.`,
  takeBack: "Puedes revocar este acceso en cualquier momento:",
  takeBackInAccount: "Tu cuenta",
};

export const pin: Texts["pin"] = {
  title: (application) => sentence`Tu código para ${application}`,
  howTo: (application) => sentence`Escribe este código en ${application} para terminar.`,
  label: "Tu código",
  lives: (minutes) => `Funciona una sola vez y caduca en ${inMinutes(minutes)}.`,
  timeLeft: "Funciona una sola vez. Tiempo restante:",
  expired: "Este código ha caducado. Vuelve a la aplicación y empieza de nuevo.",
  ownDevice: (application) =>
    sentence`Escríbelo solo en ${application}, en tu propio dispositivo, y solo si tú empezaste esto.`,
  isUnconditional: (service) => sentence`Nadie de ${service} te lo pedirá nunca.`,
};

export const canceled: Texts["canceled"] = {
  title: "Cancelado",
  meaning: (application) => sentence`${application} no recibió acceso a tu cuenta.`,
  advice: "Puedes cerrar esta página.",
};

export const invalidRequest: Texts["invalidRequest"] = {
  missing: {
    happened: "Este enlace está incompleto",
    meaning: "No indica qué aplicación te envió.",
    advice: "Vuelve a la aplicación y empieza de nuevo.",
  },
  expired: {
    happened: "Esta solicitud ya no es válida",
    meaning: "Caducó, ya se usó o nunca existió. No se compartió nada.",
    advice: "Vuelve a la aplicación y empieza de nuevo.",
  },
  decided: {
    happened: "Esta solicitud ya se autorizó o se canceló",
    meaning: "Cada solicitud se puede autorizar o cancelar una sola vez.",
    advice: "Si no terminaste, vuelve a la aplicación y empieza de nuevo.",
  },
  desktop: {
    happened: "Esta aplicación no puede iniciar tu sesión aquí",
    meaning: "No es un sitio web, así que necesita un código que escribas tú.",
    advice: "Continúa para obtener el código.",
  },
  continueToAuthorize: "Continuar",
};
