import { sentence } from "../../sentence.ts";
import type { KeysTexts } from "../../texts/portal/keys.ts";
import { people } from "../counts.ts";

export const keys: KeysTexts = {
  title: "Claves y tokens",
  terms: {
    "consumer-key": "Consumer key",
    "consumer-secret": "Consumer secret",
    "bearer-token": "Bearer token",
    "access-token": "Tu propio token de acceso",
  },
  set: "Definido el",
  oldUntil: "El anterior funciona hasta el",
  oldEnded: "El anterior ya no funciona.",
  outstanding: "Vigente desde el",
  noBearer: "No hay ninguno vigente.",
  noAccess: "No tienes ninguno.",
  access: { read: "Puede leer, desde el", write: "Puede leer y escribir, desde el" },
  links: {
    "consumer-secret": {
      make: "Regenerar",
      end: "Regenerar o terminar el anterior",
      onlyEnd: "Terminar el anterior",
    },
    "bearer-token": { make: "Emitir", end: "Revocar", onlyEnd: "Revocar" },
    "access-token": { make: "Generar", end: "Regenerar o revocar", onlyEnd: "Revocar" },
  },
  of: (application) => sentence`de ${application}`,
  notDone: "No cambió nada.",
  regenerateSecret: {
    title: "Regenerar el secreto",
    what: "Obtienes un secreto nuevo, que se muestra una sola vez. Un cliente sigue funcionando si le das el secreto nuevo antes de que termine el anterior.",
    people: (count) =>
      `${people(count, "dio", "dieron")} acceso. Todo cliente que actúa en su nombre firma con este secreto.`,
    endsOlder: "Ahora mismo funcionan dos secretos. El más antiguo termina en cuanto regeneres.",
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
    chooseOverlap: "Elige una opción.",
    submit: "Regenerar secreto",
  },
  endOldSecret: {
    title: "Terminar antes el secreto anterior",
    what: "Los clientes que todavía firman con el secreto anterior dejan de funcionar de inmediato.",
    people: (count) =>
      `${people(count, "dio", "dieron")} acceso. Si un cliente que actúa en su nombre todavía tiene el secreto anterior, se le rechaza.`,
    submit: "Terminar el secreto anterior",
  },
  nobody: "Nadie le ha dado acceso, así que ningún cliente actúa ahora en nombre de una persona.",
  issueBearer: {
    title: "Emitir un bearer token",
    what: "Habla solo por la aplicación, no por una persona. Hay uno a la vez, y lo ves una sola vez. Los clientes también pueden obtenerlo con la consumer key y el consumer secret.",
    submit: "Emitir bearer token",
  },
  revokeBearer: {
    title: "Revocar el bearer token",
    what: "Todo cliente que lo usa es rechazado a partir de su próxima solicitud, hasta que obtenga otro. Nadie puede volver a mostrar este token, así que revócalo si necesitas ver uno aquí.",
    submit: "Revocar bearer token",
  },
  makeAccess: {
    generate: "Generar tu token de acceso",
    regenerate: "Regenerar tu token de acceso",
    what: "Con él, tus propios programas actúan en tu nombre sin preguntarte antes. El token y su secreto se ven una sola vez.",
    level: {
      read: "Puede leer tu perfil y todo lo que puedes ver.",
      write: "Puede leer, y publicar y cambiar cosas en tu nombre.",
    },
    withEmail: "Ve tu correo electrónico.",
    endsOld: "El token que tienes con el mismo acceso deja de funcionar de inmediato.",
  },
  revokeAccess: {
    title: "Revocar tu acceso",
    what: "Todos los tokens que esta aplicación tiene para ti dejan de funcionar de inmediato. El acceso de otras personas se mantiene.",
    submit: "Revocar mi acceso",
  },
  made: {
    "consumer-secret": "Tu consumer secret nuevo",
    "bearer-token": "Tu bearer token",
    "access-token": "Tu token de acceso",
  },
  labels: { token: "Token de acceso", "token-secret": "Secreto del token de acceso" },
  shownOnce: {
    what: "Esto se ve una sola vez.",
    advice: "Cópialo ahora y guárdalo como una contraseña. Si se pierde, solo puedes crear otro.",
  },
  reload: "Cargar esta página otra vez no crea nada nuevo.",
  stale: {
    "consumer-secret": {
      happened: "Este secreto ya se regeneró",
      meaning:
        "El formulario se envió dos veces, o el secreto se regeneró en otro lugar desde que abriste la página. Esta vez no cambió nada.",
      advice: "Si no viste el secreto más nuevo, vuelve atrás y regenéralo otra vez.",
    },
    "bearer-token": {
      happened: "Ya hay un bearer token vigente",
      meaning: "Se mostró cuando se creó, o lo obtuvo un cliente. Esta vez no cambió nada.",
      advice: "Si nadie lo guardó, vuelve atrás, revócalo y emite otro.",
    },
    "access-token": {
      happened: "Tu token de acceso ya se creó",
      meaning:
        "El formulario se envió dos veces, o el token se creó en otro lugar desde que abriste la página. Esta vez no cambió nada.",
      advice: "Si no viste el token más nuevo, vuelve atrás y regenéralo otra vez.",
    },
  },
};
