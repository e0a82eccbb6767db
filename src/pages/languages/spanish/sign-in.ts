import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const signIn: Texts["signIn"] = {
  title: "Iniciar sesión",
  continueTo: (application) => sentence`para continuar en ${application}`,
  continueLater: (application) => sentence`Después continuarás en ${application}.`,
  nothingSharedYet: "Verás lo que pide antes de aceptar nada.",
  username: "Nombre de usuario o correo electrónico",
  password: "Contraseña",
  submit: "Iniciar sesión",
  forgot: "¿Olvidaste tu contraseña?",
  forgotAsk: "Pide a tu administrador un enlace para restablecerla.",
  noAccount: "¿Todavía no tienes cuenta?",
  signUp: "Crea una",
  signedOut: "Cerraste la sesión.",
  passwordChanged: "Contraseña cambiada. Inicia sesión con la nueva.",
  enterUsername: "Escribe tu nombre de usuario o tu correo electrónico.",
  enterPassword: "Escribe tu contraseña.",
  caseSensitive: "En la contraseña se distinguen mayúsculas y minúsculas.",
  suspendedTitle: "Esta cuenta está suspendida",
  suspendedBecause: (reason) => sentence`Motivo: ${reason}`,
  problems: {
    wrong: {
      happened: "No pudimos iniciar tu sesión.",
      meaning:
        "El nombre de usuario, el correo electrónico o la contraseña no son correctos, o hubo demasiados intentos.",
      advice:
        "Revísalos e inténtalo de nuevo. Tras varios intentos fallidos, se rechaza hasta la contraseña correcta durante 15 minutos como máximo.",
    },
    missing: {
      happened: "No pudimos iniciar tu sesión.",
      meaning: "Hacen falta tu nombre de usuario o tu correo electrónico, y tu contraseña.",
      advice: "Escribe ambos e inténtalo de nuevo.",
    },
    "too-many": (minutes) => ({
      happened: "Demasiados intentos.",
      meaning: "El inicio de sesión está en pausa para que nadie adivine contraseñas.",
      advice: `Inténtalo de nuevo en ${inMinutes(minutes)}.`,
    }),
    suspended: {
      happened: "Esta cuenta está suspendida.",
      meaning: "Por ahora no puedes iniciar sesión.",
      advice: "Si crees que es un error, consulta a tu administrador.",
    },
    "stale-form": {
      happened: "Esta página estuvo abierta demasiado tiempo.",
      meaning: "Por tu seguridad, no iniciamos la sesión.",
      advice: "Vuelve a escribir tu contraseña.",
    },
    busy: {
      happened: "El servicio está ocupado.",
      meaning: "No comprobamos tu contraseña.",
      advice: "Espera unos segundos e inténtalo de nuevo.",
    },
  },
};
