import type { Alteration, CauseDetails, EncodingPlace } from "../../../../doctor/cause.ts";
import type { CauseTexts } from "../../causes.ts";
import { numbersIn, quoted, spaced } from "../../formats.ts";
import { dates } from "../dates.ts";

export const causes: CauseTexts = {
  unsigned: {
    what: "La solicitud no está firmada: no tiene parámetros oauth_.",
    change:
      "Pégala con su cabecera Authorization. Los navegadores y los proxies suelen omitirla al exportar una solicitud.",
  },
  bearer: {
    what: "La solicitud lleva un bearer token donde puede hacer falta una firma.",
    change:
      "Un bearer token actúa por la aplicación. Para actuar por un usuario, firma con OAuth 1.0a y con su token de acceso.",
  },
  basic: {
    what: "La solicitud usa Basic, que solo acepta oauth2/token.",
    change: "Firma la solicitud con OAuth 1.0a, o pide primero un bearer token y envíalo.",
  },
  "basic-needed": {
    what: "oauth2/token recibe la consumer key y el secreto como credenciales Basic, no una firma.",
    change: "Envía Authorization: Basic con el base64 de clave:secreto.",
  },
  "basic-malformed": {
    what: "La cabecera Authorization no es Basic seguido del base64 de clave:secreto.",
    change:
      "Une la consumer key y el secreto con dos puntos y codifica el resultado una vez en base64.",
  },
  "basic-secret": {
    what: "La consumer key es correcta, pero el secreto no es el de esta aplicación.",
    change: "Envía el consumer secret actual de la aplicación, no el secreto de un token.",
  },
  "two-headers": {
    what: "La solicitud tiene dos cabeceras Authorization.",
    change: "Envía una sola. Puede que un proxy o un cliente HTTP haya añadido la suya.",
  },
  "two-identities": {
    what: "La solicitud tiene parámetros oauth_ y además una cabecera Authorization de otro esquema.",
    change: "Envía un solo tipo de credenciales.",
  },
  "malformed-header": {
    what: 'La cabecera Authorization no es una lista de pares nombre="valor".',
    change:
      "Escribe OAuth y después los pares separados por comas. Codifica los valores con porcentajes.",
  },
  missing: {
    what: ({ name }) => `Falta ${name}.`,
    change: ({ name }) => `Añade ${name} y firma la solicitud con él.`,
  },
  "different-values": {
    what: ({ name }) => `${name} se envía dos veces con valores distintos.`,
    change: "Envíalo una sola vez: en la cabecera, en la consulta o en el formulario.",
  },
  "not-utf8": {
    what: ({ name }) => `El valor de ${name} no es UTF-8.`,
    change: "Convierte el texto a UTF-8 antes de codificarlo con porcentajes.",
  },
  "too-many-parameters": {
    what: ({ most }) => `La solicitud tiene más de ${most} parámetros.`,
    change: "Envía menos, o envíalos en un cuerpo JSON, que no se firma.",
  },
  version: {
    what: ({ sent }) => `oauth_version es ${quoted(sent)}, y solo se acepta 1.0.`,
    change: "Envía 1.0, o no envíes oauth_version.",
  },
  "timestamp-form": {
    what: ({ sent }) => `oauth_timestamp es ${quoted(sent)}, que no es un número entero.`,
    change: "Envía los segundos desde el 1 de enero de 1970 a las 00:00 UTC, solo con cifras.",
  },
  "nonce-form": {
    what: "oauth_nonce no tiene de 1 a 128 caracteres ASCII imprimibles.",
    change: "Usa letras y cifras, por ejemplo 32 dígitos hexadecimales al azar.",
  },
  "signature-method": {
    what: ({ sent, right }) =>
      right
        ? `La solicitud está firmada con ${quoted(sent)}, que no se acepta. Los secretos son correctos.`
        : `oauth_signature_method es ${quoted(sent)}, que no se acepta.`,
    change: ({ accepted }) => `Configura tu biblioteca para firmar con ${accepted.join(" o ")}.`,
  },

  "other-key": {
    what: ({ application }) =>
      application === undefined
        ? "La consumer key no es la de esta aplicación."
        : `La consumer key es de otra aplicación tuya, ${application}.`,
    change: "Usa la clave y el secreto de la misma aplicación.",
  },
  "key-altered": {
    what: ({ how }) => `La consumer key es la de esta aplicación, pero ${altered[how]}.`,
    change: "Copia la clave de nuevo y comprueba de dónde la lee tu programa.",
  },
  "token-missing": {
    what: "La solicitud no tiene oauth_token.",
    change: "Envía el token en oauth_token y firma con su secreto.",
  },
  "token-unwanted": {
    what: "La solicitud lleva el token de un usuario, y esta API es para aplicaciones en su propio nombre.",
    change: "Firma solo con la clave de consumidor y su secreto, sin oauth_token.",
  },
  "token-gone": {
    what: ({ kind }) => tokensGone[kind],
    change: ({ kind }) =>
      kind === "request"
        ? "Empieza de nuevo con otro request token."
        : "Comprueba que envías el token entero, o vuelve a pedir acceso al usuario.",
  },
  "token-revoked": {
    what: ({ at, by }) =>
      `El token de acceso ya no funciona: ${revokers[by]} el ${dates.moment(at)}.`,
    change: "Vuelve a pedir acceso al usuario. Recibirás un token nuevo.",
  },
  "token-of-other-application": {
    what: ({ application }) => `El token es de otra aplicación tuya, ${application}.`,
    change: "Usa el token con la consumer key para la que se emitió.",
  },
  "request-token-expired": {
    what: ({ at }) => `El request token caducó el ${dates.moment(at)}. Dura 15 minutos.`,
    change: "Empieza de nuevo con otro request token.",
  },
  "request-token-instead": {
    what: "El token es un request token, y esta llamada necesita un token de acceso.",
    change: "Cámbialo primero en oauth/access_token y firma con el token de acceso que recibas.",
  },
  "access-token-instead": {
    what: "El token es un token de acceso, y oauth/access_token necesita el request token.",
    change: "Envía el request token que aprobó el usuario.",
  },
  "not-approved": {
    what: "Nadie ha aprobado todavía el request token.",
    change: "Lleva al usuario a oauth/authorize y cambia el token cuando vuelva.",
  },

  "secret-revoked": {
    what: ({ at }) =>
      `Un administrador anuló el consumer secret el ${dates.moment(at)}, así que se rechaza toda solicitud con esta consumer key.`,
    change: "Crea un consumer secret nuevo en “Claves y tokens” y ponlo en tu programa.",
  },
  "previous-secret": {
    what: ({ until }) =>
      `La solicitud usa el consumer secret anterior, que terminó el ${dates.moment(until)}.`,
    change: "Pon en tu programa el consumer secret actual.",
  },
  "other-application-secret": {
    what: ({ application }) => `El consumer secret es el de otra aplicación tuya, ${application}.`,
    change: "Usa la clave y el secreto de la misma aplicación.",
  },
  "consumer-secret-altered": {
    what: ({ how }) => `El consumer secret es correcto, pero ${altered[how]}.`,
    change: fixOfAlteration,
  },
  "consumer-secret-missing": {
    what: "La solicitud está firmada con un consumer secret vacío.",
    change:
      "Comprueba que tu programa encuentra el secreto, por ejemplo que su variable de entorno está definida.",
  },
  "consumer-secret-is-key": {
    what: "Se usó la consumer key como consumer secret.",
    change: "Pon en su lugar el consumer secret.",
  },
  "consumer-secret-is-token-secret": {
    what: "Se usó el secreto del token como consumer secret.",
    change: "Firma primero con el consumer secret y después con el secreto del token.",
  },
  "token-secret-missing": {
    what: "La solicitud está firmada sin el secreto del token.",
    change: "Pasa a tu biblioteca el secreto del token junto con el token.",
  },
  "signed-alone": {
    what: "La solicitud lleva un token, pero está firmada como si la aplicación la enviara sin él.",
    change:
      "Dale a tu biblioteca el token y su secreto. Si la aplicación llama en su propio nombre, no envíes oauth_token.",
  },
  "token-secret-altered": {
    what: ({ how }) => `El secreto del token es correcto, pero ${altered[how]}.`,
    change: fixOfAlteration,
  },
  "token-secret-is-token": {
    what: "Se usó el propio token como su secreto.",
    change: "Usa el oauth_token_secret que llegó con el token.",
  },
  "token-secret-is-consumer-secret": {
    what: "Se usó el consumer secret como secreto del token.",
    change: "Usa el oauth_token_secret que llegó con el token.",
  },
  "secrets-swapped": {
    what: "El consumer secret y el secreto del token están intercambiados.",
    change:
      "La clave de firma es el consumer secret, & y después el secreto del token. Sin token, no hay nada detrás de &.",
  },
  "wrong-secret": {
    what: ({ withToken }) =>
      withToken
        ? "Nada de lo que se probó explica la firma. Lo más probable es que el consumer secret o el secreto del token sea incorrecto."
        : "Nada de lo que se probó explica la firma. Lo más probable es que el consumer secret sea incorrecto.",
    change: ({ setAt, replaced }) =>
      `Copia los secretos de nuevo. ${replaced ? `El consumer secret se sustituyó el ${dates.moment(setAt)}: se rechaza el programa que aún tiene el anterior.` : `El consumer secret se creó el ${dates.moment(setAt)}.`} Si son correctos, compara la cadena base de abajo con la que firma tu programa.`,
  },
  "key-unencoded": {
    what: "Los secretos no están codificados con porcentajes en la clave de firma.",
    change: "Codifica los dos secretos antes de unirlos con &.",
  },
  "key-without-ampersand": {
    what: "La clave de firma no tiene & entre los secretos.",
    change:
      "La clave es el consumer secret, & y después el secreto del token. El & se queda aunque no haya token.",
  },
  "key-ampersand-encoded": {
    what: "El & entre los secretos está codificado con porcentajes en la clave de firma.",
    change: "Codifica cada secreto por separado y únelos después con un & sin codificar.",
  },

  digest: {
    what: ({ used, expected }) =>
      `La firma está hecha con ${used}, y debe hacerse con ${expected}.`,
    change: ({ expected }) => `Configura tu biblioteca para firmar con ${expected}.`,
  },
  hex: {
    what: "La firma está escrita en hexadecimal.",
    change: "Codifica en base64 los bytes del resumen.",
  },
  "hex-in-base64": {
    what: "La firma es el base64 de los dígitos hexadecimales del resumen.",
    change: "Codifica en base64 los bytes del resumen, no su texto hexadecimal.",
  },
  "signature-unencoded": {
    what: "La firma no está codificada con porcentajes, y su + llega como un espacio.",
    change: "Codifica oauth_signature al ponerla en la consulta o en el formulario.",
  },
  "signature-encoded-twice": {
    what: "La firma está codificada dos veces con porcentajes.",
    change: "Codifícala una sola vez. Puede que tu biblioteca o tu cliente HTTP ya lo haga.",
  },
  "signature-altered": {
    what: ({ how }) => signatureAlterations[how],
    change: "Envía el base64 tal como es: 28 caracteres, con + y /, y un = al final.",
  },

  method: {
    what: ({ signed, sent }) => `Se firmó ${signed}, pero se envió ${sent}.`,
    change: ({ sent }) => `Firma con ${sent}.`,
  },
  "method-case": {
    what: ({ signed }) =>
      signed === ""
        ? "El método no forma parte de lo que se firmó."
        : `El método se firmó como ${signed}.`,
    change: ({ signed }) =>
      signed === ""
        ? "Empieza lo que firmas con el método, en mayúsculas."
        : "Firma el método en mayúsculas.",
  },
  scheme: { what: anotherUrl, change: signTheExpected },
  host: {
    what: anotherUrl,
    change: ({ expected }) =>
      `Firma la URL pública, ${expected}. Detrás de un proxy, no tomes la URL de la solicitud que llega.`,
  },
  port: { what: anotherUrl, change: signTheExpected },
  path: {
    what: ({ signed, sent }) =>
      `Se firmó la ruta ${quoted(signed)}, pero se envió ${quoted(sent)}.`,
    change:
      "Firma la ruta exactamente como se envía. Puede que un proxy o una ruta base la haya cambiado.",
  },
  "index-page": {
    what: ({ signed, sent }) =>
      `La ruta se firmó como ${quoted(signed)}, pero se envió como ${quoted(sent)}: la página índice se añadió o se quitó después de firmar.`,
    change:
      "Firma la dirección a la que la solicitud se envía al final. Configura tu programa con la dirección a la que redirige el servidor, o desactiva la redirección.",
  },
  "trailing-slash": {
    what: ({ signed }) =>
      signed.endsWith("/")
        ? "La ruta se firmó con una barra al final, pero se envió sin ella."
        : "La ruta se envió con una barra al final, pero se firmó sin ella.",
    change: "Firma la ruta exactamente como se envía.",
  },
  "query-in-url": {
    what: "La URL se firmó con su consulta.",
    change: "Corta la URL en el ? y firma los parámetros de la consulta junto con los demás.",
  },
  "url-encoding": {
    what: ({ how }) =>
      how === "none"
        ? "La URL no está codificada con porcentajes en la cadena base."
        : "La URL está codificada dos veces en la cadena base.",
    change: "Codifica la URL una sola vez al ponerla en la cadena base.",
  },

  "query-unsigned": {
    what: "No se firmaron los parámetros de la consulta.",
    change: "Firma los parámetros de la consulta junto con los parámetros oauth_.",
  },
  "body-unsigned": {
    what: "No se firmó el formulario del cuerpo.",
    change:
      "Firma los campos de un cuerpo application/x-www-form-urlencoded junto con los parámetros oauth_.",
  },
  "json-signed": {
    what: "El cuerpo se firmó como un formulario, pero su Content-Type no es el de un formulario.",
    change:
      "Deja fuera de la firma los cuerpos JSON y otros. Envía los campos de formularios como application/x-www-form-urlencoded.",
  },
  "multipart-signed": {
    what: "Se firmaron los campos del cuerpo multipart.",
    change:
      "Deja el cuerpo multipart fuera de la firma. Si esta API exige firmar sus campos, como la de Flickr, este servicio no puede verificar la solicitud.",
  },
  "realm-signed": {
    what: "Se firmó el realm.",
    change: "Deja realm fuera de la firma. Es la única parte de la cabecera que no se firma.",
  },
  "signature-signed": {
    what: "Se firmó un oauth_signature vacío.",
    change: "Añade oauth_signature después de firmar los demás.",
  },
  "empty-unsigned": {
    what: "No se firmaron los parámetros con valor vacío.",
    change: "Fírmalos también, como nombre=.",
  },
  "cut-by-shell": {
    what: ({ rest }) =>
      `La shell corta la URL en el primer &, así que ${quoted(rest)} se firmó pero no se envió.`,
    change: "Pon la URL entre comillas.",
  },
  "parameter-unsigned": {
    what: ({ name }) => `${name} se envió, pero no se firmó.`,
    change: "Firma todos los parámetros y no añadas nada a la solicitud después.",
  },
  "parameter-lost": {
    what: ({ name, value }) =>
      name === ""
        ? "Se firmó un parámetro vacío que no se envió."
        : `${name}=${value} se firmó, pero no se envió.`,
    change:
      "Envía todos los parámetros que firmas. Algo entre tu biblioteca y la red puede quitarlos.",
  },
  "parameter-doubled": {
    what: ({ name }) => `${name} se firmó dos veces, pero se envió una.`,
    change:
      "Pasa cada parámetro a tu biblioteca una sola vez. Puede que ella misma lea la consulta de la URL.",
  },
  "sent-twice": {
    what: "Hay parámetros que se enviaron dos veces, pero se firmaron una.",
    change:
      "Mira la URL que se envía. Puede que tu biblioteca añada la consulta a una URL que ya la tiene.",
  },
  "parameter-changed": {
    what: ({ name, signed, sent }) =>
      `${name} se firmó como ${quoted(signed)}, pero se envió como ${quoted(sent)}.`,
    change: "Envía exactamente lo que firmas. Cambia los valores antes de firmar, no después.",
  },
  separator: {
    what: ({ separator }) =>
      `Tu programa firmó lo que hay antes y después de ${quoted(separator)} como dos parámetros. Para el servicio, solo & separa parámetros.`,
    change: "Envía & entre los parámetros, no &amp;, y envía como %3B el punto y coma de un valor.",
  },
  "question-mark-signed": {
    what: ({ name }) =>
      `El primer parámetro de la consulta se firmó con el signo de interrogación que lo precede: ${quoted(`?${name}`)}.`,
    change: "Corta la URL después del signo de interrogación, y firma la consulta sin él.",
  },
  brackets: {
    what: ({ signed, sent }) =>
      `Un parámetro se firmó con el nombre ${quoted(signed)}, pero se envió con el nombre ${quoted(sent)}.`,
    change:
      "Firma los nombres exactamente como se envían, con sus corchetes. Construye primero la consulta o el formulario, y firma los nombres que contiene.",
  },
  "nested-printed": {
    what: ({ name, signed }) =>
      `Los campos de ${name} se enviaron uno por uno, pero se firmaron como un solo valor: ${quoted(signed)}.`,
    change:
      "Pasa a tu biblioteca parámetros sin anidar, con los nombres que se envían, como name[key], o codifica el formulario antes de que la biblioteca firme.",
  },
  order: {
    what: ({ how }) => orders[how],
    change:
      "Primero codifica nombres y valores. Después ordena por nombre, byte a byte, y por valor cuando el nombre es el mismo.",
  },

  "encoded-twice": {
    what: ({ where }) => `${places(where)} una vez de más.`,
    change: "Pasa a tu biblioteca valores sin codificar. Ella los codifica.",
  },
  unencoded: {
    what: ({ where }) =>
      typeof where === "object"
        ? `${where.name} se firmó menos codificado de lo que se envió.`
        : `Falta codificación: ${unencodedPlaces[where]}.`,
    change: ({ where }) =>
      typeof where === "object"
        ? "Codifica el valor una sola vez al enviarlo y firma el valor que llega."
        : "Codifica cada nombre y cada valor, y después toda la lista una vez más en la cadena base.",
  },
  "plus-for-space": {
    what: "Un espacio se firmó como +.",
    change: "Firma un espacio como %20, lo envíes como lo envíes.",
  },
  "plus-unencoded": {
    what: ({ name }) => `${name} tiene un + que se envió tal cual, y llega como un espacio.`,
    change: "Envía el signo más como %2B.",
  },
  "form-encoding": {
    what: "La cadena base está codificada como un formulario: + para el espacio, * sin codificar y %7E para ~.",
    change:
      "Codifica según RFC 3986. En Java, corrige el resultado de URLEncoder: + por %20, * por %2A, %7E por ~.",
  },
  "lower-hex": {
    what: "La codificación tiene dígitos hexadecimales en minúsculas, como %2f.",
    change: "Escribe los dígitos hexadecimales en mayúsculas, como %2F.",
  },
  "unreserved-encoded": {
    what: ({ characters }) =>
      `Se codificaron caracteres que se dejan como están: ${spaced(characters)}.`,
    change: "Deja como están las letras, las cifras y - . _ ~.",
  },
  tilde: {
    what: "Se codificó el carácter ~.",
    change: "Deja ~ como está. Los codificadores antiguos escriben %7E.",
  },
  "reserved-unencoded": {
    what: ({ characters }) =>
      `No se codificaron todos los caracteres: ${spaced(characters)} quedaron como estaban.`,
    change:
      "Codifica todo menos letras, cifras y - . _ ~. encodeURIComponent de JavaScript omite ! ' ( ) *.",
  },
  "unicode-form": {
    what: ({ signed }) =>
      `Las letras con acento se firmaron en otra forma de Unicode (${signed}) que la que se envió.`,
    change: "Normaliza el texto una vez, antes de firmarlo y enviarlo.",
  },
  latin1: {
    what: "El texto se firmó en otra codificación de caracteres que la que se envió: Latin-1 en lugar de UTF-8, o al revés.",
    change: "Usa UTF-8 para las dos cosas.",
  },

  clock: {
    what: ({ seconds, likely }) => clocks[likely](seconds),
    change: ({ likely }) => clockFixes[likely],
  },
  "nonce-used": {
    what: "La firma es correcta, y esta solicitud ya se aceptó una vez: su nonce está usado.",
    change: "Crea un nonce y una hora nuevos para cada solicitud, también al reintentar.",
  },
  "body-hash-other": {
    what: "El cuerpo no es aquel cuyo hash está en oauth_body_hash.",
    change:
      "Calcula el hash de los bytes exactos que envías, después de todo lo que pueda cambiarlos, como un serializador.",
  },
  "body-hash-form": {
    what: "oauth_body_hash no es el SHA-1, SHA-256 o SHA-512 de un cuerpo en base64.",
    change:
      "Codifica los bytes del hash en base64, con su relleno. No se leen dígitos hexadecimales.",
  },
  "body-hash-ruled-out": {
    what: "La aplicación exige SHA-256, y oauth_body_hash es el SHA-1 del cuerpo.",
    change:
      "Calcula el hash del cuerpo con SHA-256. Si tu biblioteca siempre usa SHA-1, calcúlalo tú y fírmalo como parámetro.",
  },
  "body-hash-missing": {
    what: "Esta API exige una firma que cubra el cuerpo, y la solicitud no tiene oauth_body_hash.",
    change: "Firma el hash del cuerpo en oauth_body_hash, o envía los parámetros como formulario.",
  },
  "callback-missing": {
    what: "oauth_callback falta o está vacío.",
    change: "Envía una URL de callback de la aplicación, u oob para usar un PIN.",
  },
  "callback-unregistered": {
    what: ({ sent, nearest, difference }) =>
      `El callback ${sent} no está registrado. ${callbackDifferences[difference]} ${nearest}.`,
    change: "Envía el callback registrado, o añade este en la configuración de la aplicación.",
  },
  "callback-waiting": {
    what: ({ sent }) => `Un administrador aún no ha confirmado el esquema del callback ${sent}.`,
    change: "Espera al administrador, o usa como esquema tu dominio al revés.",
  },
  "pin-only": {
    what: ({ sent }) => `El callback ${sent} no está registrado: la aplicación no tiene callbacks.`,
    change: "Añade el callback en la configuración de la aplicación, o envía oob para usar un PIN.",
  },
  "verifier-missing": {
    what: "oauth_verifier falta o está vacío.",
    change: "Envía el oauth_verifier que llegó a tu callback, o el PIN.",
  },
  "verifier-of-other-token": {
    what: "El verificador es de otro request token.",
    change: "Guarda cada verificador con el request token con el que llegó al callback.",
  },
  "verifier-wrong": {
    what: "El verificador es incorrecto.",
    change: "Envía el oauth_verifier exactamente como llegó a tu callback.",
  },
  "method-ruled-out": {
    what: ({ sent }) =>
      `La aplicación exige SHA-256, y la solicitud está firmada con ${quoted(sent)}.`,
    change: ({ accepted }) =>
      accepted.length === 0
        ? "Desactiva la exigencia en los ajustes. El servicio no acepta ningún método así."
        : `Configura tu biblioteca para firmar con ${accepted.join(" o ")}.`,
  },
  "application-suspended": {
    what: ({ because }) => `La aplicación está suspendida: ${because}`,
    change: "Pregunta a tu administrador.",
  },
  "application-unapproved": {
    what: "La aplicación no está aprobada y la solicitud no es de la cuenta de su propietario.",
    change:
      "Usa el token de acceso del propietario. La página de la aplicación muestra si la aprobación está pendiente y qué preguntó un administrador.",
  },
  "network-not-allowed": {
    what: ({ address }) =>
      `La solicitud llegó desde ${address}, que no está en ninguna de las redes permitidas de la aplicación.`,
    change:
      "Envíala desde una de esas redes, o añade esta en los ajustes. Si la puerta de enlace de la API no indica la dirección del cliente (0.0.0.0), quien la administra debe configurarlo.",
  },
  retired: {
    what: ({ sunset, ends, over }) =>
      over
        ? `La retirada planificada “${sunset}” la rechaza: lo que usa terminó el ${dates.moment(ends)}.`
        : `Un apagón de la retirada planificada “${sunset}” la rechaza durante unos minutos de cada hora. Lo que usa termina el ${dates.moment(ends)}.`,
    change: ({ link }) => `Aquí se explica qué hacer: ${link}`,
  },
  "user-suspended": {
    what: "La cuenta por la que actúa el token está suspendida.",
    change: "Tu programa está bien. El token volverá a funcionar cuando se restablezca la cuenta.",
  },
  level: {
    what: ({ asked, has }) =>
      `La solicitud pide acceso ${levels[asked] ?? asked}, y la aplicación tiene acceso ${levels[has]}.`,
    change: "Pide menos, o cambia el acceso de la aplicación en su configuración.",
  },
  "write-level": {
    what: "El token solo puede leer, y este método suele cambiar algo.",
    change:
      "Cambia el acceso de la aplicación a lectura y escritura, y vuelve a pedirlo al usuario.",
  },
};

const levels: Readonly<Record<string, string>> = { read: "de lectura", write: "de escritura" };

const altered: Readonly<Record<Alteration, string>> = {
  space: "tiene un espacio o un tabulador delante o detrás",
  "line-end": "tiene un salto de línea al final",
  quotes: "está entre comillas",
  case: "no respeta las mayúsculas y minúsculas",
  cut: "está cortado por un extremo",
};

function fixOfAlteration({ how }: { readonly how: Alteration }): string {
  return how === "cut" || how === "case"
    ? "Copia el secreto de nuevo, entero."
    : "Quita lo que sobra donde tu programa lee el secreto. Los archivos y las variables de entorno suelen añadir un salto de línea, un espacio o comillas.";
}

const tokensGone = {
  access:
    "Ningún token de acceso como este funciona con esta aplicación. Se revocó, o nunca se emitió.",
  request: "Ningún request token como este funciona. Se usó, caducó o nunca se emitió.",
  unknown: "El token no tiene la forma de los de este servicio.",
} as const;

const revokers = {
  user: "el usuario retiró el acceso",
  application: "la propia aplicación terminó su acceso",
  admin: "un administrador terminó el acceso",
} as const;

const signatureAlterations = {
  padding: "Falta el = al final de la firma.",
  "url-safe": "La firma está escrita en el alfabeto de base64 para URL.",
  "line-end": "La firma termina con un salto de línea.",
} as const;

function anotherUrl({ signed, expected }: CauseDetails["host"]): string {
  return `La URL se firmó con ${signed}, pero es ${expected}.`;
}

function signTheExpected({ expected }: CauseDetails["host"]): string {
  return `Firma la URL pública, ${expected}.`;
}

const orders = {
  "as-sent": "Los parámetros se firmaron en el orden en que se envían.",
  decoded: "Los parámetros se ordenaron antes de codificarlos.",
  joined: "Los parámetros se ordenaron como textos nombre=valor.",
  "names-only": "Los parámetros con el mismo nombre no se ordenaron por valor.",
  "ignoring-case": "Los parámetros se ordenaron sin distinguir mayúsculas y minúsculas.",
  "oauth-first": "Los parámetros oauth_ se ordenaron aparte de los demás.",
  descending: "Los parámetros se ordenaron de mayor a menor.",
} as const;

function places(where: EncodingPlace): string {
  if (typeof where === "object") return `${where.name} se codificó`;
  return {
    values: "Los valores se codificaron",
    names: "Los nombres se codificaron",
    list: "La lista de parámetros se codificó",
    everything: "Los parámetros y la URL se codificaron",
  }[where];
}

const unencodedPlaces = {
  values: "los valores no se codificaron",
  names: "los nombres no se codificaron",
  list: "la lista de parámetros no se codificó en la cadena base",
  everything: "ni los parámetros ni la URL se codificaron",
} as const;

const clocks = {
  milliseconds: () => "oauth_timestamp está en milisegundos.",
  microseconds: () => "oauth_timestamp está en microsegundos.",
  "time-zone": (seconds: number) =>
    `oauth_timestamp va ${off(seconds)}, como si se tomara la hora local por UTC.`,
  old: (seconds: number) =>
    `oauth_timestamp va ${off(seconds)}. Puede ser un valor fijo o guardado.`,
  ahead: (seconds: number) => `oauth_timestamp va ${off(seconds)}.`,
  behind: (seconds: number) =>
    `oauth_timestamp va ${off(seconds)}. Si acabas de enviar la solicitud, el reloj está mal.`,
} as const;

const clockFixes = {
  milliseconds:
    "Divide entre 1000 y redondea hacia abajo: segundos desde el 1 de enero de 1970 a las 00:00 UTC.",
  microseconds:
    "Divide entre 1.000.000 y redondea hacia abajo: segundos desde el 1 de enero de 1970 a las 00:00 UTC.",
  "time-zone":
    "Toma los segundos desde el 1 de enero de 1970 a las 00:00 UTC, que no dependen de la zona horaria.",
  old: "Crea una hora y un nonce nuevos para cada solicitud.",
  ahead: "Ajusta el reloj del equipo que firma. Se aceptan hasta 300 segundos.",
  behind: "Ajusta el reloj del equipo que firma. Se aceptan hasta 300 segundos.",
} as const;

function off(seconds: number): string {
  const count = numberFormat.format(Math.abs(seconds));
  return seconds > 0 ? `${count} segundos adelantado` : `${count} segundos atrasado`;
}

const numberFormat = numbersIn("es");

const callbackDifferences = {
  scheme: "El esquema no es el de",
  host: "El host no es el de",
  port: "El puerto no es el de",
  slash: "Solo la barra final lo distingue de",
  case: "Solo las mayúsculas lo distinguen de",
  path: "La ruta no es la de",
} as const;
