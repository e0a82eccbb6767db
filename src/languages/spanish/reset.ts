import { sentence } from "../sentence.ts";
import type { ResetTexts } from "../texts/reset.ts";

export const reset: ResetTexts = {
  ask: {
    title: "¿Olvidaste tu contraseña?",
    what: "Enviamos un enlace al correo electrónico de tu cuenta. Con él puedes elegir una contraseña nueva.",
    who: "Nombre de usuario o correo electrónico",
    whoHint: "El nombre con el que inicias sesión o el correo electrónico que tiene tu cuenta.",
    submit: "Enviarme un enlace",
  },
  asked: {
    happened: "Revisa tu correo",
    meaning:
      "Si hay una cuenta con este nombre o correo electrónico, el enlace va en camino. Sirve una sola vez, durante una hora.",
    advice:
      "Si no llega nada en unos minutos, busca en el correo no deseado o pídelo con el otro dato: nombre o correo electrónico. Una cuenta sin correo electrónico no recibe enlaces: consulta a quienes administran este servicio.",
  },
  noMail: {
    happened: "Aquí no se envía correo",
    meaning: "Por eso esta página no puede darte una contraseña nueva.",
    advice: "Consulta a quienes administran este servicio. Pueden darte un enlace para elegir una.",
  },
  choose: {
    title: "Elige una contraseña nueva",
    forAccount: (user) => sentence`Para la cuenta ${user}`,
    endsSessions: "Se cierran todas tus sesiones, y después entras con la contraseña nueva.",
    submit: "Cambiar contraseña",
    notChanged: "Tu contraseña no se cambió.",
  },
  gone: {
    happened: "Este enlace ya no funciona",
    meaning:
      "Ya se usó, tiene más de una hora o la contraseña se cambió desde entonces. Ahora no cambió nada.",
    advice: "Pide uno nuevo y usa el correo más reciente.",
  },
  askAgain: "Pedir un enlace nuevo",
  toSignIn: "Volver a iniciar sesión",
};
