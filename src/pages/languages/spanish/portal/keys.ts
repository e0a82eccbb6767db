import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";
import { inAddresses, users } from "../counts.ts";

export const keys: Texts["portal"]["keys"] = {
  title: "Claves y tokens",
  terms: {
    "consumer-key": "Consumer key",
    "consumer-secret": "Consumer secret",
    "bearer-token": "Bearer token",
    "access-token": "Tu propio token de acceso",
  },
  columns: {
    credential: "Credencial",
    created: "Creación",
    lastUsed: "Último uso",
    addresses: "Direcciones, 30 días",
    state: "Estado",
  },
  active: "Activo",
  suspended: "Suspendido",
  unused: "No en los últimos 30 días",
  levels: { read: "Puede leer", write: "Puede leer y escribir" },
  previous: {
    secret: "Consumer secret anterior",
    bearer: "Bearer token anterior",
    apiKey: "Clave de API anterior",
    until: "Funciona hasta el",
    notUsedSince: "Sin uso desde el",
    used: "Todavía en uso",
    safe: "Puedes revocarlo sin riesgo",
    notMoved: (count) =>
      `${inAddresses(count)} todavía no ${count === 1 ? "ha" : "han"} usado el secreto nuevo.`,
  },
  set: "Creado el",
  previousUntil: "El secreto anterior funciona hasta el",
  previousRevoked: "El secreto anterior ya no funciona.",
  outstanding: "Activo desde el",
  noBearer: "No hay ningún bearer token.",
  previousBearerUntil: "El token obtenido con el secreto anterior funciona hasta el",
  noAccess: "No hay ningún token de acceso.",
  access: { read: "Puede leer, desde el", write: "Puede leer y escribir, desde el" },
  links: {
    create: { only: "Crear", orRevoke: "Crear o revocar" },
    regenerate: { only: "Regenerar", orRevoke: "Regenerar o revocar" },
    revoke: "Revocar",
  },
  ended: "Anulado",
  endedOn: "Un administrador lo anuló el",
  endedMeans:
    "Las solicitudes firmadas con él se rechazan hasta que crees uno nuevo. Los usuarios no tienen que volver a dar acceso.",
  createSecret: {
    title: "Crear un secreto nuevo",
    what: "Un administrador anuló el secreto anterior, así que nada funciona hasta que tus programas tengan uno nuevo. Se muestra una sola vez. Los usuarios no tienen que volver a dar acceso.",
    submit: "Crear secreto",
  },
  notDone: "No se cambió nada.",
  regenerateSecret: {
    title: "Regenerar el secreto",
    what: "Obtienes un secreto nuevo, que se muestra una sola vez. Los clientes siguen funcionando si les das el secreto nuevo antes de que deje de funcionar el anterior. Un bearer token deja de funcionar junto con el secreto con el que se obtuvo; entonces los clientes obtienen otro con el secreto nuevo.",
    users: (count) =>
      `${users(count, "dio", "dieron")} acceso. Todos los clientes que actúan en su nombre firman con este secreto.`,
    endsOlder:
      "Ahora mismo funcionan dos secretos. El más antiguo y su bearer token dejan de funcionar cuando regeneres.",
    overlap: "¿Cuánto tiempo debe seguir funcionando el secreto actual?",
    overlaps: {
      "0": { label: "Nada", hint: "Si otra persona puede conocerlo." },
      "1h": { label: "1 hora", hint: "Si puedes cambiar todos los clientes ahora mismo." },
      "24h": { label: "24 horas", hint: "Si puedes cambiar todos los clientes en un día." },
      "7d": {
        label: "7 días",
        hint: "Si algunos clientes necesitan una versión nueva para cambiar.",
      },
    },
    chooseOverlap: "Elige cuánto tiempo sigue funcionando el secreto actual.",
    submit: "Regenerar secreto",
  },
  revokePreviousSecret: {
    title: "Revocar ya el secreto anterior",
    what: "Los clientes que todavía firman con el secreto anterior, o que usan un bearer token obtenido con él, dejan de funcionar de inmediato.",
    users: (count) =>
      `${users(count, "dio", "dieron")} acceso. Los clientes que actúan en su nombre con el secreto anterior serán rechazados.`,
    submit: "Revocar el secreto anterior",
  },
  noUsers: (application) =>
    sentence`Nadie ha dado acceso a ${application}, así que ningún cliente actúa en nombre de un usuario.`,
  issueBearer: {
    title: "Crear un bearer token",
    what: "Un bearer token representa a la aplicación, no a un usuario. Solo hay uno a la vez por cada consumer secret; se muestra una sola vez y deja de funcionar con ese secreto. Los clientes también pueden obtenerlo con la consumer key y el consumer secret.",
    submit: "Crear bearer token",
  },
  revokeBearer: {
    title: "Revocar el bearer token",
    what: "Los clientes que lo usan son rechazados hasta que obtengan otro. También se revoca el token obtenido con el secreto anterior. El token actual no se puede volver a mostrar. Si necesitas uno que puedas copiar, revoca este y crea otro.",
    whatPrevious:
      "El token obtenido con el secreto anterior deja de funcionar. Los clientes que lo usan son rechazados hasta que obtengan otro.",
    submit: "Revocar bearer token",
  },
  makeAccess: {
    create: "Crear tu token de acceso",
    regenerate: "Regenerar tu token de acceso",
    what: "Tus propios programas pueden usarlo para actuar en tu nombre sin preguntar antes. El token y su secreto se muestran una sola vez.",
    level: {
      read: "Puede leer tu perfil y cualquier contenido que puedas ver.",
      write: "Puede leer, publicar y hacer cambios en tu nombre.",
    },
    withEmail: "Puede ver tu correo electrónico.",
    endsCurrent: "Tu token actual con el mismo acceso deja de funcionar de inmediato.",
  },
  revokeAccess: {
    title: "Revocar tu acceso",
    what: "Todos los tokens que esta aplicación tiene para ti dejan de funcionar de inmediato. El acceso de otros usuarios no cambia.",
  },
  made: {
    "consumer-secret": "Tu consumer secret nuevo",
    "bearer-token": "Tu bearer token",
    "access-token": "Tu token de acceso",
  },
  file: "Archivo",
  envLines: "Líneas que añadir al archivo",
  withoutToken: (file) =>
    sentence`Tu token de acceso sigue funcionando, pero no se puede volver a mostrar, así que este archivo no lo incluye. Copia sus líneas en ${file}.`,
  labels: { token: "Token de acceso", "token-secret": "Secreto del token de acceso" },
  shownOnce: {
    what: "Esto se muestra una sola vez.",
    advice:
      "Cópialo ahora y guárdalo con el mismo cuidado que una contraseña. Si lo pierdes, tendrás que crear otro.",
  },
  reload: "Recargar esta página no crea otro.",
  stale: {
    "consumer-secret": {
      happened: "Este secreto ya se regeneró",
      meaning:
        "El formulario se envió dos veces, o el secreto se regeneró en otro lugar desde que abriste la página. Esta vez no se cambió nada.",
      advice: "Si no viste el secreto más nuevo, regenéralo.",
    },
    "bearer-token": {
      happened: "Ya existe un bearer token",
      meaning: "Se mostró cuando se creó, o lo obtuvo un cliente. Esta vez no se cambió nada.",
      advice: "Si nadie lo guardó, revócalo y crea otro.",
    },
    "access-token": {
      happened: "Tu token de acceso ya se creó",
      meaning:
        "El formulario se envió dos veces, o el token se creó en otro lugar desde que abriste la página. Esta vez no se cambió nada.",
      advice: "Si no viste el token más nuevo, regenéralo.",
    },
  },
};
