import { sentence } from "../sentence.ts";
import type { MailTexts } from "../texts/mail.ts";
import { inMinutes } from "./dates.ts";

export const mail: MailTexts = {
  passwordReset: {
    subject: (service) => sentence`Restablece tu contraseña de ${service}`,
    asked: (service) =>
      sentence`Alguien, seguramente tú, pidió a ${service} restablecer tu contraseña.`,
    forAccount: (user) =>
      sentence`Para elegir una contraseña nueva para la cuenta ${user}, abre este enlace:`,
    lives: (minutes) => `Cada enlace funciona una sola vez y caduca en ${inMinutes(minutes)}.`,
    notYou:
      "Si no lo pediste, ignora este correo: tu contraseña no cambia. No compartas el enlace.",
  },
  emailConfirmation: {
    subject: (service) => sentence`Confirma tu correo electrónico para ${service}`,
    asked: (user, service) =>
      sentence`La cuenta ${user} de ${service} indica que este es su correo electrónico. Si la cuenta es tuya, confirma el correo:`,
    lives: "El enlace funciona una sola vez y caduca en 24 horas.",
    notYou:
      "Si la cuenta no es tuya, ignora este correo: quedará sin confirmar. No compartas el enlace.",
  },
  passwordChanged: {
    subject: (service) => sentence`Se cambió tu contraseña de ${service}`,
    changed: (user, service) =>
      sentence`Se cambió la contraseña de tu cuenta ${user} en ${service} y se cerraron todas las demás sesiones.`,
    notYou:
      "Si no fuiste tú, restablece tu contraseña de inmediato y avisa a quienes administran el servicio.",
  },
  emailChanged: {
    subject: (service) => sentence`Se cambió tu correo electrónico de ${service}`,
    changed: (user, service) =>
      sentence`La cuenta ${user} de ${service} tiene ahora otro correo electrónico. Este ya no le pertenece.`,
    notYou:
      "Si no fuiste tú, inicia sesión, vuelve a poner el anterior, elige una contraseña nueva y avisa a quienes administran el servicio.",
  },
};
