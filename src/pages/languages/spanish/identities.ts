import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";

export const identities: Texts["identities"] = {
  signInWith: (provider) => sentence`Iniciar sesión con ${provider}`,
  or: "o",
  leading: {
    title: "Redirigiendo…",
    what: (provider) => sentence`Te llevamos a ${provider}.`,
    goOn: "Continuar",
  },
  problems: {
    unreachable: {
      happened: "Esta forma de iniciar sesión no está disponible ahora",
      meaning: (provider) => sentence`${provider} no respondió. No se inició tu sesión.`,
      advice: "Inténtalo de nuevo en unos minutos.",
    },
    rejected: {
      happened: "El proveedor de identidad no inició tu sesión",
      meaning: (provider) => sentence`${provider} respondió con un error.`,
      advice: "Si vuelve a ocurrir, consulta a tu administrador.",
    },
    canceled: {
      happened: "No se inició tu sesión",
      meaning: (provider) => sentence`El inicio de sesión se canceló en ${provider}.`,
    },
    invalid: {
      happened: "No pudimos verificar tu inicio de sesión",
      meaning: (provider) =>
        sentence`Lo que envió ${provider} no es válido, así que no se inició tu sesión.`,
      advice: "Si vuelve a ocurrir, consulta a tu administrador.",
    },
    stale: {
      happened: "Este inicio de sesión caducó",
      meaning: (provider) =>
        sentence`El inicio de sesión con ${provider} empezó en otro navegador, tardó más de 10 minutos o ya se usó. No se inició tu sesión.`,
    },
    "no-account": {
      happened: "No tienes cuenta aquí",
      meaning: (provider) =>
        sentence`Iniciaste sesión con ${provider}, pero ninguna cuenta está vinculada a esa identidad.`,
      advice: "Si necesitas una, pídela a tu administrador.",
    },
    changed: {
      happened: "Tu cuenta cambió entretanto",
      meaning: (provider) =>
        sentence`Cambió mientras iniciabas sesión con ${provider}, así que no se inició tu sesión aquí.`,
    },
    "other-user": {
      happened: "Iniciaste sesión como otro usuario",
      meaning: (provider) =>
        sentence`Esa identidad de ${provider} no está vinculada a la cuenta que usas. No se cambió nada.`,
      advice: "Vuelve atrás e inicia sesión con la identidad vinculada a tu cuenta.",
    },
  },
  tryAgain: "Intentar de nuevo",
  goBack: "Volver",
  otherWays: "Volver al inicio de sesión",
  first: {
    title: "Te damos la bienvenida",
    what: (provider) =>
      sentence`Iniciaste sesión con ${provider}. Todavía no hay aquí ninguna cuenta vinculada a esa identidad.`,
    screenNameHint:
      "Hasta 64 letras (de la A a la Z, sin acentos), números, guiones bajos, puntos y guiones.",
    linkTitle: "¿Ya tienes una cuenta?",
    linkHint: "Inicia sesión en ella como siempre y vincúlala.",
    linkSubmit: "Iniciar sesión y vincular",
    noAccount: "Si no tienes cuenta, pídela a tu administrador.",
    noPassword: "No necesitas contraseña: iniciarás sesión como acabas de hacerlo.",
  },
  confirm: {
    title: "Vincula tu cuenta",
    what: (provider, who, user) => sentence`¿Vincular ${who} en ${provider} con tu cuenta ${user}?`,
    meaning: "Quien pueda iniciar sesión con esa identidad podrá iniciar sesión en esta cuenta.",
    endsSessions: "Esto cierra tu sesión en los demás lugares.",
    submit: "Vincular",
    notNow: "Ahora no",
  },
  account: {
    title: "Identidades vinculadas",
    what: "Puedes iniciar sesión en esta cuenta con un proveedor de identidad en lugar de una contraseña.",
    none: "Ninguna identidad está vinculada a esta cuenta.",
    linkedOn: "Vinculada el",
    goneProvider: "Este servicio ya no ofrece este proveedor.",
    linkTitle: "Vincular una identidad",
    link: (provider) => sentence`Vincular ${provider}`,
    linkHint: "Iniciarás sesión en el proveedor de identidad y volverás aquí para confirmarlo.",
    unlink: "Desvincular",
    unlinkHint: "Si desvinculas una, tu sesión se cierra en los demás lugares.",
    lastSignInMethod:
      "Es la única forma de iniciar sesión en tu cuenta, así que no puedes desvincularla.",
    notDone: "No se cambió nada.",
    done: {
      linked: "La identidad está vinculada.",
      unlinked: "La identidad ya no está vinculada.",
    },
    problems: {
      taken: "La identidad está vinculada a otra cuenta.",
      "too-many": "Tu cuenta no puede tener más identidades vinculadas. Desvincula una primero.",
      "last-sign-in-method":
        "Es la única forma de iniciar sesión en tu cuenta. Vincula otra primero.",
      changed: "El inicio de sesión en el proveedor de identidad caducó. Empieza de nuevo.",
    },
  },
  noPassword: {
    what: "Tu cuenta no tiene contraseña.",
    advice: "Inicias sesión con un proveedor de identidad.",
  },
  passwordsOff: {
    happened: "El inicio de sesión con contraseña está desactivado",
    meaning: "Todos los usuarios inician sesión con un proveedor de identidad.",
    advice: "Si no puedes, pregunta a tu administrador.",
  },
  signOut: {
    title: "Cerraste la sesión aquí",
    what: (provider) => sentence`Te llevamos a ${provider} para cerrar la sesión también allí.`,
    goOn: "Continuar",
    stay: "Volver al inicio de sesión",
  },
  admin: {
    title: "Identidades vinculadas",
    none: "Ninguna identidad está vinculada.",
    hint: "Este usuario puede iniciar sesión con ellas. Si quitas una, se cierran todas sus sesiones.",
    remove: "Quitar",
  },
};
