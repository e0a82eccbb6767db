import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const twoStep: Texts["twoStep"] = {
  title: "Verificación en dos pasos",
  kinds: {
    password: "Contraseña",
    passkey: "Llave de acceso",
    totp: "Aplicación de autenticación",
    "recovery-code": "Código de recuperación",
    "identity-provider": "Proveedor de identidad",
    "strong-identity-provider": "Proveedor de identidad, con un segundo paso",
  },
  code: {
    title: "Introduce tu código",
    signingInAs: (user) => sentence`Estás iniciando sesión como ${user}.`,
    label: "Código",
    hint: "Los 6 dígitos que muestra tu aplicación de autenticación o uno de tus códigos de recuperación.",
    submit: "Continuar",
    lost: "¿Has perdido el teléfono y los códigos de recuperación? Pide ayuda a tu administrador.",
    startOver: "Empezar de nuevo",
    problems: {
      missing: {
        what: "Falta el código.",
        advice: "Introduce el código que tu aplicación muestra ahora o uno de recuperación.",
      },
      wrong: {
        what: "Ese código no es correcto.",
        advice:
          "Introduce el código que tu aplicación muestra ahora. Si sigue fallando, comprueba que el reloj del teléfono esté en hora. Un código de recuperación sirve una sola vez.",
      },
      used: {
        what: "Ese código ya se ha usado.",
        advice: "Espera a que tu aplicación muestre el siguiente e introdúcelo.",
      },
      "too-many": (minutes) => ({
        what: "Demasiados intentos.",
        advice: `Vuelve a intentarlo dentro de ${inMinutes(minutes)}.`,
      }),
    },
  },
  whatItIs:
    "Con la verificación en dos pasos, inicias sesión con tu contraseña y un segundo paso: un código de una aplicación de tu teléfono o una llave de acceso. Quien averigüe tu contraseña seguirá sin poder entrar.",
  off: "La verificación en dos pasos está desactivada.",
  on: "La verificación en dos pasos está activada.",
  appSince: "Aplicación de autenticación añadida el",
  setUp: "Configurar una aplicación de autenticación",
  replaceApp: "Usar otra aplicación u otro teléfono",
  codes: {
    title: "Códigos de recuperación",
    what: "Si pierdes el teléfono o la llave de acceso, puedes iniciar sesión con un código de recuperación. Cada código sirve una sola vez.",
    left: (count) => (count === 1 ? "Te queda 1 código." : `Te quedan ${count} códigos.`),
    few: {
      what: "Te quedan pocos códigos de recuperación.",
      advice: "Crea otros nuevos mientras todavía puedas iniciar sesión.",
    },
    makeNew: "Crear códigos nuevos",
    makeNewHint: "Los códigos nuevos sustituyen a los anteriores y cierran tus demás sesiones.",
    shown: "Guarda tus códigos de recuperación",
    keep: "Guárdalos en un lugar seguro, como un gestor de contraseñas. Solo se muestran esta vez.",
    goOn: "Ya he guardado mis códigos",
  },
  turnOff: {
    title: "Desactivar",
    hint: "Iniciarás sesión solo con tu contraseña. También se eliminan tus códigos de recuperación y se cierran tus demás sesiones.",
    submit: "Desactivar la verificación en dos pasos",
  },
  required: {
    what: "Tu administrador la exige.",
    advice: "Si la desactivas, tendrás que volver a configurarla antes de poder continuar.",
  },
  done: { "turned-off": "La verificación en dos pasos está desactivada." },
  notDone: "No se cambió nada.",
  add: {
    title: "Configura la verificación en dos pasos",
    getApp:
      "Necesitas una aplicación de autenticación en tu teléfono o un gestor de contraseñas que muestre códigos.",
    scan: "Escanea esto con la aplicación:",
    picture: "Código QR con la clave que aparece debajo",
    openApp: "Abrir en tu aplicación de autenticación",
    cannotScan: "¿No puedes escanearlo? Introduce esta clave en la aplicación:",
    type: "Después, introduce el código que muestra la aplicación:",
    code: "Código de 6 dígitos",
    codeHint: "Cambia cada 30 segundos.",
    submit: "Activar",
    replace: "Cambiar a esta aplicación",
    currentCode: "Código de tu aplicación actual o un código de recuperación",
    endsSessions: "Esto cierra tus demás sesiones.",
    notNow: "Ahora no",
    wrong: {
      what: "Ese código no es correcto.",
      advice:
        "Introduce el código que la aplicación muestra ahora. Si sigue fallando, comprueba que el reloj del teléfono esté en hora.",
    },
  },
  due: {
    what: (days) =>
      days === 1
        ? "Te queda 1 día para configurar la verificación en dos pasos."
        : `Te quedan ${days} días para configurar la verificación en dos pasos.`,
    after: "Después no podrás continuar sin ella.",
    until: "Fecha límite:",
    setUp: "Configurarla",
  },
  overdue: {
    what: "Configura la verificación en dos pasos para continuar.",
    advice: "Tu administrador la exige.",
  },
};
