import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";
import { users } from "../counts.ts";

export const preview: Texts["portal"]["preview"] = {
  title: "Vista previa de la página de consentimiento",
  warned: "Los usuarios verán estos avisos:",
  unnamed: "Tu aplicación",
};

export const draft: Texts["portal"]["draft"] = {
  name: "Nombre",
  nameHint: "Lo ven los usuarios cuando les pides acceso. Hasta 50 caracteres.",
  optional: "Lo que ven los usuarios, y más (opcional)",
  description: "Descripción",
  descriptionHint: "Una frase para los usuarios a los que pides acceso. Hasta 200 caracteres.",
  website: "Sitio web",
  websiteHint: "Aparece junto al nombre; por ejemplo, https://app.example.",
  linkHint: "Aparece junto a la aplicación cuando pide acceso.",
  links: {
    terms: "URL de las condiciones",
    privacy: "URL de la política de privacidad",
    support: "URL de soporte",
  },
  access: "Acceso",
  read: "Lectura",
  readHint: "Ver el perfil de un usuario y todo lo que puede ver.",
  write: "Lectura y escritura",
  writeHint: "También publicar y cambiar cosas en su nombre.",
  callbacks: "URL de callback",
  callbacksHint: (most) =>
    `A dónde vuelven los usuarios después de aceptar. Una por línea, hasta ${most}. Deja el campo vacío para una aplicación de escritorio: los usuarios reciben entonces un PIN que escribir.`,
  requestEmail: "Pedir el correo electrónico",
  requestEmailHint: "Quienes aceptan comparten también su correo electrónico con la aplicación.",
  signIn: (service) => sentence`Activar “Iniciar sesión con ${service}”`,
  signInHint: "Quienes ya dieron acceso vuelven directamente, sin que se les pregunte otra vez.",
  problems: {
    "no-name": "Escribe un nombre.",
    "long-name": "El nombre puede tener hasta 50 caracteres.",
    "odd-name": "El nombre contiene un carácter invisible. Bórralo y escríbelo de nuevo.",
    "long-description": "La descripción puede tener hasta 200 caracteres.",
    "odd-description":
      "La descripción contiene un carácter invisible. Bórrala y escríbela de nuevo.",
    website: "Escribe una URL, como https://app.example.",
    termsUrl: "Escribe una URL, como https://app.example/terms.",
    privacyUrl: "Escribe una URL, como https://app.example/privacy.",
    supportUrl: "Escribe una URL, como https://app.example/support.",
    "no-access": "Elige un nivel de acceso.",
  },
  tooManyCallbacks: (most) => `Puedes registrar hasta ${most} URL de callback. Quita algunas.`,
  moreCallbacksRejected: (count) => `Hay ${count} más que no se pueden registrar.`,
  callbackProblems: {
    oob: () => sentence`Una aplicación sin URL de callback usa PIN automáticamente.`,
    "too-long": () => sentence`Una URL de callback puede tener hasta 1000 caracteres.`,
    "not-ascii": () =>
      sentence`Codifica con % los espacios y las letras que no son ASCII, y escribe el host en su forma xn--.`,
    unencoded: () => sentence`Codifica con % los caracteres que una URL no puede contener.`,
    fragment: () => sentence`Quita el fragmento (#).`,
    query: () =>
      sentence`Quita los parámetros (?); una solicitud puede añadir cualquier parámetro al callback que envía.`,
    "no-scheme": () =>
      sentence`Añade un esquema delante, como en https://app.example/callback o com.example.app://.`,
    "forbidden-scheme": (scheme) =>
      sentence`El esquema ${scheme} está reservado para un sistema, un navegador u otro protocolo. Usa tu dominio al revés, como com.example.app.`,
    "scheme-only": (scheme) =>
      sentence`Registra el esquema propio de una aplicación como ${`${scheme}://`}, sin nada después.`,
    "plain-http": () =>
      sentence`http solo se permite para tu propio equipo (localhost, 127.0.0.1, [::1]). Usa https.`,
    host: () => sentence`El host debe ser un nombre o una dirección simple, sin punto al final.`,
    "invalid-host": () => sentence`El host no es válido.`,
    "other-host": (host) => sentence`Los navegadores leen el host como ${host}. Escríbelo así.`,
    "dot-segments": () => sentence`Escribe la ruta sin los segmentos “.” y “..”.`,
    "user-name": () => sentence`Quita el nombre de usuario (@).`,
  },
};

export const settings: Texts["portal"]["settings"] = {
  title: "Ajustes",
  icon: {
    title: "Icono",
    choose: "Archivo de imagen",
    hint: "Un archivo PNG, JPEG o WebP de hasta 512 KB y 2048 × 2048 píxeles. Mejor una imagen cuadrada. Durante 7 días, la página de consentimiento indica que cambió.",
    upload: "Subir icono",
    remove: "Quitar icono",
    notSaved: "El icono no se guardó.",
    problems: {
      missing: "Elige un archivo.",
      "too-large": "El archivo supera los 512 KB.",
      unreadable:
        "No es una imagen PNG, JPEG o WebP, está dañada o animada, o supera los 2048 × 2048 píxeles. Guárdala de nuevo en un tamaño menor.",
    },
  },
  networks: {
    title: "Redes permitidas",
    label: "Redes",
    hint: (most) =>
      `Un prefijo de direcciones por línea, como 203.0.113.0/24 o 2001:db8::/32, o una dirección IP; hasta ${most}. Se rechazan las solicitudes desde otras redes. Si la lista está vacía, las solicitudes pueden llegar desde cualquier red.`,
    tooMany: (most) => `Puedes indicar hasta ${most} redes. Quita algunas.`,
    unreadable: "no es una red. Escribe un prefijo de direcciones, como 203.0.113.0/24.",
    writeAs: (network) => sentence`debe escribirse así: ${network}.`,
    bearerOnly: "Solo para el token bearer",
    bearerOnlyHint:
      "Así el secreto de consumidor se puede usar desde cualquier red, por ejemplo en programas instalados en los dispositivos de los usuarios.",
  },
  sha256: {
    label: "Exigir HMAC-SHA256 o superior",
    hint: "Se rechazan las solicitudes firmadas con HMAC-SHA1 o con un hash SHA-1 de su cuerpo (oauth_body_hash). Actívalo cuando todos los programas que firman como esta aplicación usen SHA-256 para ambos.",
    notAccepted:
      "Este servicio solo acepta HMAC-SHA1, así que se rechazaría toda solicitud firmada de la aplicación.",
  },
  save: "Guardar ajustes",
  last: "Ofrece esta aplicación a otro usuario o elimínala para siempre.",
  notSaved: "Los ajustes no se guardaron.",
  changedSince:
    "Los ajustes cambiaron en otro lugar desde que abriste esta página. El acceso, las URL de callback y el inicio de sesión se muestran como están ahora. Revísalos y guarda otra vez.",
  confirm: {
    title: "Confirma estos cambios",
    what: "Todavía no se ha guardado nada. Si guardas, estos cambios se aplican a partir de la próxima solicitud:",
    effects: {
      "access-lowered": (count) =>
        `${users(count, "dio", "dieron")} acceso de escritura. Sus tokens pasan a ser de solo lectura.`,
      "access-raised": (count) =>
        `${users(count, "dio", "dieron")} acceso de lectura. Sus tokens siguen siendo de solo lectura hasta que se autorice la aplicación de nuevo.`,
      "email-off": (count) =>
        `La aplicación deja de ver los correos electrónicos. ${users(count, "le dio", "le dieron")} acceso.`,
      "sign-in-off": (count) =>
        `Se preguntará a los usuarios cada vez que inicien sesión con la aplicación, aunque ya hayan dado acceso. ${users(count, "le dio", "le dieron")} acceso.`,
    },
    callbackRemoved: (callback) => sentence`Se rechazan las solicitudes con ${callback}.`,
    noCallbackLeft:
      "Sin una URL de callback es una aplicación de escritorio: los usuarios reciben un PIN que escribir, y “Iniciar sesión con el servicio” no funciona.",
    networksLimited:
      "A partir de la próxima solicitud se rechazan las que lleguen desde cualquier otra red con las credenciales de la aplicación.",
    sha1Rejected:
      "Se rechazan las solicitudes firmadas con HMAC-SHA1 o con un hash SHA-1 de su cuerpo, y los programas que aún usan SHA-1 dejan de funcionar. Los tokens bearer siguen funcionando.",
    save: "Guardar de todos modos",
    cancel: "Cancelar",
  },
};
