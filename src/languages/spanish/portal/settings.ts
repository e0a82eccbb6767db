import { sentence } from "../../sentence.ts";
import type { DraftTexts, SettingsTexts } from "../../texts/portal/settings.ts";
import { people } from "../counts.ts";

export const draft: DraftTexts = {
  name: "Nombre",
  nameHint: "Es lo que leen las personas cuando se les pide acceso. Hasta 50 caracteres.",
  description: "Descripción",
  descriptionHint:
    "Una frase para las personas a las que se pide acceso. Hasta 200 caracteres. Opcional.",
  website: "Sitio web",
  websiteHint: "Aparece junto al nombre; por ejemplo, https://app.example. Opcional.",
  links: {
    terms: "URL de las condiciones",
    privacy: "URL de la política de privacidad",
    support: "URL de ayuda",
  },
  access: "Acceso",
  read: "Lectura",
  readHint: "Ver el perfil de la persona y todo lo que ella puede ver.",
  write: "Lectura y escritura",
  writeHint: "También publicar y cambiar cosas en nombre de la persona.",
  callbacks: "URL de callback",
  callbacksHint: (most) =>
    `A dónde vuelven las personas: una en cada línea, hasta ${most}. Déjalo vacío para una aplicación de escritorio: entonces las personas reciben un PIN para escribirlo.`,
  requestEmail: "Pedir el correo electrónico",
  requestEmailHint: "Quien acepta comparte su correo electrónico con la aplicación.",
  signIn: "Usar “Iniciar sesión con el servicio”",
  signInHint: "Quien ya dio acceso vuelve directamente, sin que se le pregunte otra vez.",
  advice: "Lo que hay que corregir está señalado abajo.",
  problems: {
    "no-name": "Dale un nombre a la aplicación.",
    "long-name": "El nombre tiene más de 50 caracteres. Acórtalo.",
    "odd-name": "El nombre tiene un carácter que no se ve. Escríbelo de nuevo.",
    "long-description": "La descripción tiene más de 200 caracteres. Acórtala.",
    "odd-description": "La descripción tiene un carácter que no se ve. Escríbela de nuevo.",
    website: "Esto no es la dirección de un sitio web. Debe ser como https://app.example.",
    terms: "Escribe una URL, como https://app.example/terms.",
    privacy: "Escribe una URL, como https://app.example/privacy.",
    support: "Escribe una URL, como https://app.example/support.",
    "no-access": "Elige qué puede pedir la aplicación.",
  },
  tooManyCallbacks: (most) =>
    `Se pueden registrar como máximo ${most} URL de callback. Quita algunas.`,
  moreCallbacksRefused: (count) => `Otras que no se pueden registrar: ${count}.`,
  callbackProblems: {
    oob: () =>
      sentence`“oob” no se registra: una aplicación sin URL de callback usa PIN por sí sola.`,
    empty: () => sentence`Está vacía.`,
    "too-long": () => sentence`Tiene más de 1000 caracteres.`,
    "not-ascii": () =>
      sentence`Tiene un espacio o una letra que no es ASCII. Codifícalos con % y escribe el host en su forma xn--.`,
    unencoded: () => sentence`Tiene un carácter que en una URL debe codificarse con %.`,
    fragment: () => sentence`Tiene un fragmento (#). Quítalo.`,
    query: () =>
      sentence`Tiene parámetros (?). Quítalos; una solicitud puede añadir cualquier parámetro al callback que envía.`,
    "no-scheme": () =>
      sentence`Necesita un esquema delante, como https://app.example/callback o com.example.app://.`,
    "forbidden-scheme": (scheme) =>
      sentence`El esquema ${scheme} es de un sistema, un navegador u otro protocolo, así que no se permite nunca. Usa tu dominio al revés, como com.example.app.`,
    "scheme-only": (scheme) =>
      sentence`El esquema propio de una aplicación se registra como ${`${scheme}://`}, sin nada después.`,
    "plain-http": () =>
      sentence`http es solo para este mismo equipo (localhost, 127.0.0.1, [::1]). Usa https.`,
    host: () =>
      sentence`El host debe ser un nombre o una dirección, sin nombre de usuario y sin punto al final.`,
    "invalid-host": () => sentence`El host no es válido.`,
    "other-host": (host) => sentence`Los navegadores leen el host como ${host}. Escríbelo así.`,
    "dot-segments": () => sentence`La ruta contiene . o .. como parte. Escríbela completa.`,
    "user-name": () => sentence`Tiene un nombre de usuario (@). Quítalo.`,
  },
};

export const settings: SettingsTexts = {
  title: "Callbacks y configuración",
  icon: {
    title: "Icono",
    choose: "Archivo de imagen",
    hint: "Un archivo PNG, JPEG o WebP de hasta 512 KB. Mejor una imagen cuadrada. Durante 7 días, las personas ven que cambió.",
    upload: "Subir icono",
    remove: "Quitar icono",
    notSaved: "El icono no se guardó.",
    problems: {
      missing: "Elige un archivo.",
      "too-large": "El archivo supera los 512 KB.",
      unreadable: "No es una imagen PNG, JPEG o WebP, está dañada o es demasiado grande.",
    },
  },
  save: "Guardar configuración",
  notSaved: "No se guardó nada.",
  changedSince:
    "Los ajustes cambiaron en otro lugar desde que abriste esta página. El acceso, las URL de retorno y el inicio de sesión se muestran como están ahora. Revísalos y guarda otra vez.",
  confirm: {
    title: "Esto cambia lo que ya existe",
    what: "Todavía no se ha guardado nada. Si guardas, a partir de la próxima solicitud:",
    effects: {
      "access-lowered": (count) =>
        `${people(count, "dio", "dieron")} acceso de escritura. Sus tokens lo pierden de inmediato y siguen leyendo.`,
      "access-raised": (count) =>
        `${people(count, "dio", "dieron")} acceso de lectura. Sus tokens se quedan así hasta que se autorice la aplicación de nuevo.`,
      "email-off": (count) =>
        `La aplicación ya no ve ningún correo electrónico. ${people(count, "le dio", "le dieron")} acceso.`,
      "sign-in-off": (count) =>
        `Se pregunta cada vez que alguien inicia sesión con la aplicación, aunque ya haya dado acceso. ${people(count, "le dio", "le dieron")} acceso.`,
    },
    callbackRemoved: (callback) => sentence`Se rechazan las solicitudes con ${callback}.`,
    noCallbackLeft:
      "Sin una URL de callback es una aplicación de escritorio: las personas reciben un PIN para escribirlo, y “Iniciar sesión con el servicio” no funciona.",
    save: "Guardar de todos modos",
    cancel: "No guardar nada",
  },
};
