import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inApplications, inRequests } from "./counts.ts";

export const notices: Texts["notices"] = {
  notices: {
    "secret-made": {
      subject: (application) => sentence`Nuevo consumer secret de ${application}`,
      said: {
        byUser: (application, user) =>
          sentence`${user} creó un nuevo consumer secret para ${application}.`,
        byService: (application) => sentence`Se creó un nuevo consumer secret para ${application}.`,
      },
      advice: "Si no lo esperabas, revisa quién trabaja en la aplicación y regenera el secreto.",
    },
    "secret-revoked": {
      subject: (application: string) => sentence`Se anuló el consumer secret de ${application}`,
      said: (application: string) =>
        sentence`Un administrador anuló el consumer secret de ${application}. Se rechazan las solicitudes firmadas con él. Los usuarios no tienen que volver a dar acceso.`,
      advice: "Crea un secreto nuevo y dáselo a tus programas.",
    },
    "from-administrator": {
      subject: (application: string) => sentence`Mensaje sobre ${application}`,
      said: (application: string, text: string) =>
        sentence`Un administrador te escribió sobre ${application}: ${text}`,
      advice: "Para responder, habla con tu administrador.",
    },
    suspended: {
      subject: (application) => sentence`Se suspendió ${application}`,
      said: (application, because) =>
        sentence`Se suspendió ${application}. Sus claves y tokens no funcionan. Motivo: ${because}`,
      advice: "Para reactivarla, habla con tu administrador.",
    },
    restored: {
      subject: (application) => sentence`Se reactivó ${application}`,
      said: (application) =>
        sentence`${application} ya no está suspendida. Sus claves y tokens vuelven a funcionar.`,
    },
    approved: {
      subject: (application) => sentence`Se aprobó ${application}`,
      said: (application) =>
        sentence`Un administrador aprobó ${application}. Ya la puede usar todo el mundo.`,
    },
    "change-approved": {
      subject: (application) => sentence`Se aprobó el cambio de ${application}`,
      said: (application) =>
        sentence`Un administrador aprobó el cambio pendiente de ${application}. Ya está en vigor.`,
    },
    "approval-asked": {
      subject: (application) => sentence`Pregunta sobre ${application}`,
      said: (application, question) =>
        sentence`Antes de decidir sobre ${application}, un administrador pregunta: ${question}`,
      advice: "Responde en la página de la aplicación.",
    },
    declined: {
      subject: (application) => sentence`${application} no está aprobada`,
      said: (application, because) =>
        sentence`Un administrador rechazó ${application}. Solo funciona para la cuenta de su propietario. Motivo: ${because}`,
      advice: "En su página puedes cambiar lo que dices de ella y volver a pedir la aprobación.",
    },
    "change-declined": {
      subject: (application) => sentence`Se rechazó el cambio de ${application}`,
      said: (application, because) =>
        sentence`Un administrador rechazó el cambio pendiente de ${application}. La aplicación funciona como antes. Motivo: ${because}`,
    },
    "collaborator-joined": {
      subject: (application) => sentence`Nuevo colaborador en ${application}`,
      said: {
        editor: (application, user) =>
          sentence`${user} colabora ahora en ${application} como editor y puede cambiar su configuración y sus claves.`,
        viewer: (application, user) =>
          sentence`${user} colabora ahora en ${application} como lector y puede ver su uso.`,
      },
      advice: "Si no lo esperabas, pregunta al propietario de la aplicación.",
    },
    "collaborator-removed": {
      subject: (application) => sentence`Se quitó a un colaborador de ${application}`,
      said: (application, user) =>
        sentence`Se quitó a ${user} de ${application}; ya no tiene acceso a la aplicación.`,
      advice: "Si era editor, puede conocer sus secretos. En caso de duda, regenéralos.",
      former: {
        subject: (application) => sentence`Ya no colaboras en ${application}`,
        said: (application) =>
          sentence`Se te quitó de ${application}; ya no tienes acceso a la aplicación.`,
      },
    },
    "collaborator-left": {
      subject: (application) => sentence`Un colaborador salió de ${application}`,
      said: (application, user) =>
        sentence`${user} salió de ${application} y ya no tiene acceso a la aplicación.`,
      advice: "Si era editor, puede conocer sus secretos. En caso de duda, regenéralos.",
    },
    "ownership-offered": {
      subject: (application) => sentence`${application} se ofreció a otro propietario`,
      said: (application, user) =>
        sentence`${application} se ofreció a ${user}. Si acepta, la aplicación será suya y tú ya no tendrás acceso a ella.`,
      advice: "Si no la ofreciste tú, retira la oferta y cambia tu contraseña.",
    },
    transferred: {
      subject: (application) => sentence`${application} tiene un nuevo propietario`,
      said: (application, from, to) =>
        sentence`${to} es ahora propietario de ${application}. El propietario anterior, ${from}, ya no tiene acceso a la aplicación.`,
      advice: "El propietario anterior conoce los secretos actuales, así que regenéralos.",
      former: {
        subject: (application) => sentence`${application} ya no es tuya`,
        said: (application, to) =>
          sentence`${to} es ahora propietario de ${application}, y tú ya no tienes acceso a la aplicación.`,
        advice: "Si no lo esperabas, cambia tu contraseña y avisa a tu administrador.",
      },
    },
    "limit-reached": {
      subject: (application) => sentence`Alerta de límite de ${application}`,
      said: {
        80: {
          application: (application, limit, allowed) =>
            sentence`${application} usó el 80 % de su límite ${limit} (${inRequests(allowed)} por periodo).`,
          "user and application": (application, limit, allowed) =>
            sentence`${application} usó el 80 % de su límite ${limit} con uno de sus usuarios (${inRequests(allowed)} por usuario y periodo).`,
        },
        100: {
          application: (application, limit, allowed) =>
            sentence`${application} alcanzó su límite ${limit} (${inRequests(allowed)} por periodo). Las demás solicitudes se rechazan hasta que el límite se renueve.`,
          "user and application": (application, limit, allowed) =>
            sentence`${application} alcanzó su límite ${limit} con uno de sus usuarios (${inRequests(allowed)} por usuario y periodo). Las demás solicitudes de ese usuario se rechazan hasta que el límite se renueve.`,
        },
      },
      advice:
        "La página de uso muestra cuánto queda de cada límite. Te escribimos sobre un mismo límite como máximo una vez al día al 80 % y otra al 100 %.",
    },
    "old-secret": {
      subject: (application) => sentence`El consumer secret de ${application} tiene un año`,
      said: (application) =>
        sentence`El consumer secret de ${application} se creó hace más de un año.`,
      advice:
        "Regenéralo de vez en cuando. El actual puede seguir funcionando hasta 7 días mientras actualizas tus programas.",
    },
  },
  apiKey: {
    subject: (key, day) => sentence`La clave de API ${key} caduca el ${day}`,
    said: (key, moment) =>
      sentence`La clave de API ${key} caduca el ${moment}. A partir de entonces se rechazan los programas que la usan.`,
    advice:
      "Rótala antes: el programa puede pasar a la nueva mientras la anterior sigue funcionando. Si ya no hace falta, no tienes que hacer nada.",
    open: "Abrir claves de API",
    why: (service) => sentence`Recibes este correo porque eres administrador de ${service}.`,
  },
  sunset: {
    subject: (day) => sentence`Algo que tus aplicaciones usan termina el ${day}`,
    rejected: (what, moment) => [
      `${what}: `,
      ...sentence`el servicio lo rechaza a partir del ${moment}.`,
    ],
    announced: (what, moment) => [
      `${what}: `,
      ...sentence`ningún programa debería usarlo a partir del ${moment}.`,
    ],
    applications: "Afecta a:",
    others: (count) => `y a ${inApplications(count)} más.`,
    brownout: (from, until, minutes) =>
      sentence`Desde el ${from} hasta el ${until} ya se rechaza al principio, durante ${minutes}, para que notes qué depende aún de ello.`,
    open: "Qué hacer",
    portal: "Abrir tus aplicaciones",
  },
  open: {
    overview: "Abrir la aplicación",
    keys: "Ver claves y tokens",
    collaborators: "Ver colaboradores",
    transfer: "Abrir la oferta",
    usage: "Ver el uso",
  },
  why: (service) => sentence`Recibes este correo porque trabajas en una aplicación de ${service}.`,
  formerWhy: (service) =>
    sentence`Recibes este correo porque trabajaste en una aplicación de ${service}.`,
  settings: "Elegir qué correos recibes",
};

export const notifications: Texts["notifications"] = {
  what: "Te escribimos sobre las aplicaciones que son tuyas o en las que eres editor, en el idioma en que usas estas páginas.",
  legend: "Escribirme cuando",
  kinds: {
    secrets: {
      label: "Se crea un consumer secret",
      hint: "Alguien regeneró el secreto de una aplicación.",
    },
    suspensions: {
      label: "Se suspende o se reactiva una aplicación",
      hint: "El correo incluye el motivo.",
    },
    collaborators: {
      label: "Alguien entra o sale",
      hint: "Se añadió o se quitó a un colaborador.",
    },
    limits: {
      label: "Un límite está casi agotado",
      hint: "Por cada límite de una aplicación, como máximo una vez al día al 80 % y otra al 100 %.",
    },
    "old-secrets": {
      label: "Un consumer secret cumple un año",
      hint: "Una sola vez por cada secreto.",
    },
    sunsets: {
      label: "Se va a retirar algo que usa una aplicación",
      hint: "Cuando se planifica, y 14 días y 3 días antes del fin.",
    },
    "api-keys": {
      label: "Una clave de API está por caducar",
      hint: "Para los administradores, 14 días y 3 días antes.",
    },
  },
  always:
    "Los correos sobre la seguridad de tu cuenta, como un cambio de contraseña, sobre quién es el propietario de una aplicación o sobre un secreto anulado por un administrador, y los mensajes de un administrador se envían siempre.",
  save: "Guardar avisos",
  saved: "Avisos guardados.",
  withoutMail: {
    what: "Este servicio no envía correos.",
    advice: "Tu elección valdrá cuando tu administrador configure el correo.",
  },
  unverified: {
    what: "Todavía no recibes estos correos.",
    advice: "Añade un correo electrónico a tu perfil y confírmalo.",
  },
};
