import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";

export const signUp: Texts["signUp"] = {
  title: "Crea tu cuenta",
  nameHint: "Opcional. El nombre que ven los demás. Hasta 50 caracteres.",
  emailHint:
    "Opcional. Te permite restablecer tu contraseña. Las aplicaciones solo lo ven con tu permiso.",
  emailHintWithoutMail: "Opcional. Las aplicaciones solo lo ven con tu permiso.",
  password: "Contraseña",
  submit: "Crear cuenta",
  notMade: "Tu cuenta no se creó.",
  haveAccount: "¿Ya tienes una cuenta?",
  signIn: "Iniciar sesión",
  invited: "Tienes una invitación para crear una cuenta. Sirve una sola vez.",
  invitedBy: (user) =>
    sentence`${user} te invita a crear una cuenta. La invitación sirve una sola vez.`,
  asAdmin: "Será una cuenta de administrador de este servicio.",
  admin:
    "Serás el primer administrador del servicio: podrás gestionar usuarios, aplicaciones y ajustes.",
  closed: {
    happened: "El registro está cerrado",
    meaning: "Aquí no puedes crear una cuenta.",
    advice: "Si necesitas una, pídela a tu administrador.",
  },
  byInvitation: {
    happened: "El registro es por invitación",
    meaning: "Necesitas un enlace de invitación de tu administrador.",
    advice: "Si ya tienes un enlace, ábrelo tal como te llegó.",
  },
  gone: {
    happened: "Esta invitación ya no funciona",
    meaning: "Ya se usó, se retiró o caducó. Cada invitación crea una sola cuenta.",
    advice: "Pide una nueva a quien te invitó.",
  },
};
