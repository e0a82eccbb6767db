import { sentence } from "../sentence.ts";
import type { SignInTexts } from "../texts/sign-in.ts";
import { inMinutes } from "./dates.ts";

export const signIn: SignInTexts = {
  title: "Iniciar sesión",
  continueTo: (application) => sentence`para continuar en ${application}`,
  nothingSharedYet: "Verás lo que pide antes de aceptar nada.",
  username: "Nombre de usuario",
  password: "Contraseña",
  submit: "Iniciar sesión",
  forgot: "¿Olvidaste tu contraseña?",
  forgotAsk: "Pide a quienes administran este servicio un enlace para elegir una nueva.",
  noAccount: "¿Todavía no tienes cuenta?",
  signUp: "Crea una",
  signedOut: "Has cerrado la sesión.",
  passwordChanged: "Tu contraseña se cambió. Inicia sesión con la nueva.",
  checkUsername: "Revisa cómo está escrito tu nombre de usuario.",
  checkPassword: "Vuelve a escribir tu contraseña. Se distinguen mayúsculas y minúsculas.",
  suspendedBecause: (reason) => sentence`Este es el motivo que se dio: ${reason}`,
  problems: {
    wrong: {
      happened: "Los datos no coinciden.",
      meaning: "El nombre de usuario o la contraseña no son correctos.",
      advice: "Revisa ambos e inténtalo de nuevo.",
    },
    "too-many": (minutes) => ({
      happened: "Demasiados intentos.",
      meaning: "El inicio de sesión está en pausa aquí para que nadie adivine contraseñas.",
      advice: `Inténtalo de nuevo en ${inMinutes(minutes)}.`,
    }),
    suspended: {
      happened: "Esta cuenta está suspendida.",
      meaning: "Por ahora no se puede usar.",
      advice: "Si crees que es un error, consulta a quienes administran este servicio.",
    },
    "stale-form": {
      happened: "Esta página estuvo abierta demasiado tiempo.",
      meaning: "Por tu seguridad, no se envió.",
      advice: "Vuelve a escribir tu contraseña e inicia sesión.",
    },
    busy: {
      happened: "Muchas personas están iniciando sesión ahora mismo.",
      meaning: "Tu contraseña no se comprobó.",
      advice: "Espera unos segundos e inténtalo de nuevo.",
    },
  },
};
