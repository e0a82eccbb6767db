import type { Texts } from "../texts.ts";

export const passkeys: Texts["passkeys"] = {
  title: "Llaves de acceso",
  whatTheyAre:
    "Con una llave de acceso, inicias sesión con tu huella, tu cara o el bloqueo de pantalla de tu dispositivo. No escribes ninguna contraseña y los sitios de phishing no pueden usar tu llave.",
  secondStep:
    "Cuando tienes una llave de acceso, tu contraseña sola ya no basta para iniciar sesión: también necesitas la llave o un código de recuperación.",
  endsSessions: "Si añades o quitas una, se cierran todas tus demás sesiones.",
  none: "No tienes ninguna llave de acceso.",
  manage: "Administrar llaves de acceso",
  added: "Añadida el",
  lastUsed: "Último uso:",
  notUsed: "Sin usar todavía",
  add: {
    title: "Añadir una llave de acceso",
    name: "Nombre",
    nameHint:
      "Si queda vacío, recibe el nombre del dispositivo o del gestor de contraseñas que la guarda.",
    submit: "Añadir llave de acceso",
    most: "Alcanzaste el límite de 20 llaves de acceso. Quita una para añadir otra.",
  },
  rename: { name: "Nombre nuevo", submit: "Cambiar nombre" },
  remove: "Quitar",
  removeLast:
    "Es tu único segundo paso. Sin ella, tu contraseña sola basta para iniciar sesión y tus códigos de recuperación dejan de funcionar.",
  done: {
    added: "Llave de acceso añadida.",
    renamed: "Nombre de la llave de acceso cambiado.",
    removed: "Llave de acceso quitada.",
  },
  problems: {
    wrong: {
      what: "No se aceptó esa llave de acceso.",
      advice: "Inténtalo de nuevo o elige otra forma.",
    },
    late: {
      what: "Esta página estuvo abierta demasiado tiempo.",
      advice: "Inténtalo de nuevo.",
    },
    "counter-back": {
      what: "No se aceptó esa llave de acceso porque podría haberse copiado.",
      advice: "Inicia sesión de otra forma y quita la llave si no te lo explicas.",
    },
    taken: {
      what: "Esa llave de acceso ya se había añadido.",
      advice: "Usa otro dispositivo u otro gestor de contraseñas.",
    },
    "too-many": {
      what: "Alcanzaste el límite de 20 llaves de acceso.",
      advice: "Quita una primero.",
    },
    "last-sign-in-method": {
      what: "Esta llave de acceso es la única forma de entrar en tu cuenta.",
      advice: "Añade otra llave de acceso primero.",
    },
  },
  signIn: "Iniciar sesión con una llave de acceso",
  use: "Usar tu llave de acceso",
  useTitle: "Confirma que eres tú",
  again: "Para confirmar con tu llave de acceso, deja el código vacío y pulsa el botón de abajo.",
  needsScript:
    "Las llaves de acceso necesitan JavaScript y un navegador que las admita. Puedes iniciar sesión de otra forma.",
  notHere: "Las llaves de acceso no funcionan en esta dirección.",
  instead: "Usar una llave de acceso en su lugar",
  script: {
    canceled: "No se usó la llave de acceso. Inténtalo de nuevo o elige otra forma.",
    known: "Este dispositivo o gestor de contraseñas ya tiene una llave de acceso para tu cuenta.",
  },
};
