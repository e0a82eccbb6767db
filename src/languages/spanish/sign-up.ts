import type { SignUpTexts } from "../texts/sign-up.ts";

export const signUp: SignUpTexts = {
  title: "Crea tu cuenta",
  emailHint:
    "Puedes dejarlo vacío. Sirve para elegir una contraseña nueva si la olvidas, y las aplicaciones solo lo ven si tú lo permites.",
  password: "Contraseña",
  submit: "Crear cuenta",
  notMade: "Tu cuenta no se creó.",
  haveAccount: "¿Ya tienes una cuenta?",
  signIn: "Iniciar sesión",
  invited: "Tienes una invitación. Se gasta cuando se crea la cuenta.",
  operator: "Esta cuenta administrará el servicio: puede suspender personas y aplicaciones.",
  closed: {
    happened: "El registro está cerrado",
    meaning: "Aquí no se pueden crear cuentas nuevas.",
    advice: "Si necesitas una, consulta a quienes administran este servicio.",
  },
  byInvitation: {
    happened: "El registro es por invitación",
    meaning: "Una cuenta nueva necesita un enlace que dan quienes administran este servicio.",
    advice: "Pídeles uno. Si ya lo tienes, ábrelo tal como te llegó.",
  },
  gone: {
    happened: "Esta invitación ya no funciona",
    meaning: "Ya se usó, se retiró o es demasiado antigua. Cada una crea una sola cuenta.",
    advice: "Pide una nueva a quien te la envió.",
  },
};
