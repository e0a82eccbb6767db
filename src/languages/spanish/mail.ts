import { sentence } from "../sentence.ts";
import type { MailTexts } from "../texts/mail.ts";
import { inMinutes } from "./dates.ts";

export const mail: MailTexts = {
  passwordReset: {
    subject: (service) => sentence`Elige una contraseña nueva para ${service}`,
    asked: (service) =>
      sentence`Alguien, seguramente tú, pidió a ${service} una forma de elegir una contraseña nueva.`,
    forAccount: (user) => sentence`Para la cuenta ${user}:`,
    lives: (minutes) => `Un enlace sirve una sola vez, durante ${inMinutes(minutes)}.`,
    notYou:
      "Si no lo pediste, no tienes que hacer nada: tu contraseña sigue igual. No le des el enlace a nadie.",
  },
  emailConfirmation: {
    subject: (service) => sentence`Confirma tu correo electrónico para ${service}`,
    asked: (user, service) =>
      sentence`La cuenta ${user} de ${service} indica que este es su correo electrónico. Si la cuenta es tuya, confírmalo aquí:`,
    lives: "El enlace sirve una sola vez, durante un día.",
    notYou:
      "Si la cuenta no es tuya, no abras el enlace: el correo quedará sin confirmar. No le des el enlace a nadie.",
  },
  passwordChanged: {
    subject: (service) => sentence`Tu contraseña de ${service} se cambió`,
    changed: (user, service) =>
      sentence`La contraseña de tu cuenta ${user} en ${service} se cambió, y todas las demás sesiones se cerraron.`,
    notYou:
      "Si no fuiste tú, elige de inmediato una contraseña nueva y avisa a quienes administran el servicio.",
  },
  emailChanged: {
    subject: (service) => sentence`Tu correo electrónico de ${service} se cambió`,
    changed: (user, service) =>
      sentence`La cuenta ${user} de ${service} tiene desde ahora otro correo electrónico; este ya no le pertenece.`,
    notYou:
      "Si no fuiste tú, inicia sesión, vuelve a poner el anterior, elige una contraseña nueva y avisa a quienes administran el servicio.",
  },
};
