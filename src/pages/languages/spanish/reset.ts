import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";

export const reset: Texts["reset"] = {
  ask: {
    title: "¿Olvidaste tu contraseña?",
    what: "Te enviaremos por correo un enlace para elegir una contraseña nueva.",
    who: "Nombre de usuario o correo electrónico",
    notSent: "El enlace no se ha enviado.",
    missing: "Escribe tu nombre de usuario o tu correo electrónico.",
    whoHint: "El nombre con el que inicias sesión o el correo electrónico de tu cuenta.",
    submit: "Enviar enlace",
  },
  asked: {
    happened: "Revisa tu correo",
    meaning:
      "Si existe una cuenta con este nombre o correo electrónico, le enviamos un enlace. Funciona una sola vez y caduca en una hora.",
    advice:
      "¿No llega nada en unos minutos? Revisa el correo no deseado o inténtalo con tu nombre de usuario en lugar del correo electrónico, o al revés. Si tu cuenta no tiene correo electrónico, consulta a tu administrador.",
  },
  noMail: {
    happened: "No se puede restablecer la contraseña por correo",
    meaning: "Este servicio no envía correo.",
    advice: "Pide a tu administrador un enlace para restablecer tu contraseña.",
  },
  choose: {
    title: "Elige una contraseña nueva",
    forAccount: (user) => sentence`Para la cuenta ${user}`,
    recovers: {
      what: "Esto también desactiva la verificación en dos pasos y quita las demás formas de iniciar sesión.",
      more: "Podrás configurarlas de nuevo después de iniciar sesión. Habrá que volver a confirmar tu correo electrónico.",
    },
    endsSessions: "Se cerrarán todas tus sesiones. Después, inicia sesión con la contraseña nueva.",
    submit: "Cambiar contraseña",
    notChanged: "No se cambió tu contraseña.",
  },
  gone: {
    happened: "Este enlace ya no funciona",
    meaning:
      "Ya se usó, tiene más de una hora o la contraseña cambió desde entonces. Tu cuenta sigue igual.",
    advice: "Pide un enlace nuevo y abre el del correo más reciente.",
    adviceWithoutMail: "Pide un enlace nuevo a tu administrador.",
  },
  askAgain: "Pedir un enlace nuevo",
  toSignIn: "Volver al inicio de sesión",
};
