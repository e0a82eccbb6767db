import { unusedNoticeDays } from "../../../domain/unused-access.ts";
import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const mail: Texts["mail"] = {
  passwordReset: {
    subject: (service) => sentence`Restablece tu contraseña de ${service}`,
    asked: (service) =>
      sentence`Recibimos una solicitud para restablecer tu contraseña de ${service}.`,
    forAccount: (user) => sentence`Elegir una contraseña nueva para ${user}`,
    lives: (minutes, links) =>
      `${links === 1 ? "El" : "Cada"} enlace funciona una sola vez y caduca en ${inMinutes(minutes)}.`,
    notYou:
      "Si no lo pediste, ignora este correo: tu contraseña no cambia. No compartas este correo.",
  },
  emailVerification: {
    subject: (service) => sentence`Confirma tu correo electrónico para ${service}`,
    asked: (user, service) =>
      sentence`Alguien indicó esta dirección como correo electrónico de la cuenta ${user} de ${service}. Si la cuenta es tuya, confirma el correo.`,
    lives: "El enlace funciona una sola vez y caduca en 24 horas.",
    notYou:
      "Si la cuenta no es tuya, ignora este correo: quedará sin confirmar. No compartas el enlace.",
  },
  invitation: {
    subject: (service) => sentence`Tienes una invitación para ${service}`,
    invited: (service) => sentence`Un administrador de ${service} te invita a crear una cuenta.`,
    invitedBy: (user, service) => sentence`${user} te invita a crear una cuenta en ${service}.`,
    create: "Crear tu cuenta",
    lives: (days) => `El enlace crea una cuenta y caduca en ${days} días.`,
    notYou: "Si no esperabas esta invitación, ignora este mensaje. No compartas el enlace.",
  },
  test: {
    subject: (service) => sentence`Correo de prueba de ${service}`,
    said: (user, service) =>
      sentence`${user} envió este correo para comprobar si ${service} puede enviar correos. Puede.`,
    open: "Abrir la configuración",
  },
  factors: {
    subject: (service) => sentence`Alerta de seguridad de tu cuenta de ${service}`,
    said: {
      turnedOn: (user, service) =>
        sentence`La verificación en dos pasos está activada en tu cuenta ${user} de ${service} con una aplicación de autenticación nueva. Se cerraron todas las demás sesiones.`,
      turnedOff: (user, service) =>
        sentence`Se desactivó la verificación en dos pasos de tu cuenta ${user} de ${service}. Se cerraron todas las demás sesiones.`,
      passkeyAdded: (user, service) =>
        sentence`Se añadió una llave de acceso a tu cuenta ${user} en ${service}. Se cerraron todas las demás sesiones.`,
      passkeyRemoved: (user, service) =>
        sentence`Se quitó una llave de acceso de tu cuenta ${user} en ${service}. Se cerraron todas las demás sesiones.`,
      passkeyCounterBack: (user, service) =>
        sentence`Rechazamos una llave de acceso de tu cuenta ${user} en ${service}: alguien podría tener una copia.`,
      newCodes: (user, service) =>
        sentence`Se crearon códigos de recuperación nuevos para tu cuenta ${user} de ${service}. Los anteriores ya no funcionan.`,
      codeUsed: (user, service) =>
        sentence`Alguien inició sesión en tu cuenta ${user} de ${service} con un código de recuperación. Cada código sirve una sola vez.`,
      codesRejected: (user, service) =>
        sentence`Alguien introdujo la contraseña correcta de tu cuenta ${user} de ${service} y después varios códigos incorrectos.`,
      appRemoved: (user, service) =>
        sentence`Un administrador de ${service} quitó la aplicación de autenticación de tu cuenta ${user}. Se cerraron todas las sesiones.`,
      passkeyTaken: (user, service) =>
        sentence`Un administrador de ${service} quitó una llave de acceso de tu cuenta ${user}. Se cerraron todas las sesiones.`,
      removed: (user, service) =>
        sentence`Un administrador de ${service} quitó la verificación en dos pasos de tu cuenta ${user}. Se cerraron todas las sesiones.`,
      recoveryLinkMade: (user, service) =>
        sentence`Un administrador de ${service} creó un enlace para recuperar tu cuenta ${user}. Quien lo use elige una contraseña nueva, y se quitan la verificación en dos pasos y las demás formas de iniciar sesión.`,
      recovered: (user, service) =>
        sentence`Tu cuenta ${user} de ${service} se recuperó con un enlace. Tiene una contraseña nueva, se quitaron la verificación en dos pasos y las demás formas de iniciar sesión, y se cerraron todas las sesiones. Habrá que volver a confirmar este correo electrónico.`,
      identityLinked: (user, service) =>
        sentence`Ya puedes iniciar sesión en tu cuenta ${user} de ${service} con un proveedor de identidad. Se cerraron todas las demás sesiones.`,
      identityUnlinked: (user, service) =>
        sentence`Una identidad ya no está vinculada a tu cuenta ${user} de ${service}. Se cerraron todas las demás sesiones.`,
      identityRemoved: (user, service) =>
        sentence`Un administrador de ${service} quitó una identidad vinculada de tu cuenta ${user}. Se cerraron todas las sesiones.`,
    },
    advice: {
      notYou: "Si no fuiste tú, cambia tu contraseña de inmediato y avisa a tu administrador.",
      notAsked: "Si no lo pediste, avisa a tu administrador.",
      copied: "Si no te lo explicas, quita la llave y avisa a tu administrador.",
    },
  },
  accessExpiring: {
    subject: (service) => sentence`Pronto termina un acceso a tu cuenta de ${service}`,
    changed: (user, service) =>
      sentence`Hay aplicaciones con acceso a tu cuenta ${user} de ${service} que hace mucho que no lo usan. Su acceso termina dentro de ${String(unusedNoticeDays)} días si hasta entonces no lo usan. Puedes volver a conectarlas cuando quieras.`,
    notYou:
      "Si ya no las necesitas, no tienes que hacer nada. La lista de tus aplicaciones indica cuáles son.",
  },
  passwordChanged: {
    subject: (service) => sentence`Se cambió tu contraseña de ${service}`,
    changed: (user, service) =>
      sentence`Se cambió la contraseña de tu cuenta ${user} en ${service} y se cerraron todas las demás sesiones.`,
    notYou: "Si no fuiste tú, restablece tu contraseña de inmediato y avisa a tu administrador.",
  },
  emailChanged: {
    subject: (service) => sentence`Se cambió tu correo electrónico de ${service}`,
    changed: (user, service) =>
      sentence`Se cambió el correo electrónico de tu cuenta ${user} de ${service}. Este ya no está vinculado a ella.`,
    notYou:
      "Si no fuiste tú, inicia sesión, vuelve a poner el anterior, elige una contraseña nueva y avisa a tu administrador.",
  },
  screenNameChanged: {
    subject: (service) => sentence`Se cambió tu nombre de usuario de ${service}`,
    changed: (user, service) =>
      sentence`${user} ya no es el nombre de usuario de tu cuenta de ${service}.`,
    notYou: "Si no fuiste tú, restablece tu contraseña de inmediato y avisa a tu administrador.",
  },
  accountDeleted: {
    subject: (service) => sentence`Se eliminó tu cuenta de ${service}`,
    changed: (user, service) =>
      sentence`Se eliminó tu cuenta ${user} de ${service}. Se cerraron todas las sesiones y las aplicaciones ya no tienen acceso.`,
    notYou: "Si no lo pediste, avisa de inmediato a tu administrador.",
  },
  facts: { when: "Cuándo", where: "Dirección IP", browser: "Navegador" },
  open: {
    password: "Cambiar la contraseña",
    reset: "Restablecer la contraseña",
    profile: "Abrir tu perfil",
    passkeys: "Abrir tus llaves de acceso",
    applications: "Ver tus aplicaciones",
    events: "Ver tus eventos de seguridad",
    contact: "Contactar con tu administrador",
  },
};
