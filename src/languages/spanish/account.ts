import { sentence } from "../sentence.ts";
import type { AccountTexts } from "../texts/account.ts";
import { inMinutes } from "./dates.ts";

export const account: AccountTexts = {
  titles: {
    applications: "Aplicaciones conectadas",
    profile: "Tu perfil",
    password: "Tu contraseña",
    sessions: "Dónde tienes la sesión iniciada",
    events: "Actividad de seguridad",
    delete: "Eliminar tu cuenta",
  },
  applications: {
    none: "Ninguna aplicación puede usar tu cuenta.",
    noneAdvice:
      "Cuando aceptes dar acceso a una, aparecerá aquí, y podrás retirarle el acceso cuando quieras.",
    whatTheyCan:
      "Estas pueden usar tu cuenta. Lo que cambies aquí vale a partir de su próxima solicitud.",
    by: (owner) => sentence`de ${owner}`,
    access: {
      read: "Puede leer tu perfil y todo lo que puedes ver.",
      write: "Puede leer, y publicar y cambiar cosas en tu nombre.",
    },
    withEmail: "Ve tu correo electrónico.",
    since: "Desde el",
    neverUsed: "No se ha usado nunca",
    usedToday: "Se usó hoy",
    lastUsed: "Se usó por última vez el",
    reduce: "Dejar solo lectura",
    revoke: "Revocar acceso",
    done: {
      revoked: (application) => sentence`${application} ya no tiene acceso a tu cuenta.`,
      reduced: (application) =>
        sentence`${application} ahora solo puede leer. Ya no puede cambiar nada en tu nombre.`,
    },
  },
  profile: {
    name: "Nombre",
    nameHint: "Es lo que leen los demás. Hasta 50 caracteres.",
    screenName: "Nombre de usuario",
    screenNameHint:
      "Con él inicias sesión. Letras de la A a la Z sin acentos, números y guiones bajos, hasta 15.",
    email: "Correo electrónico",
    emailHint: "Las aplicaciones solo lo ven si tú lo permites.",
    save: "Guardar perfil",
    saved: "Tu perfil se guardó.",
    notSaved: "No se guardó nada.",
    unconfirmed: {
      withMail: {
        what: "Tu correo electrónico aún no está confirmado.",
        advice: "Las aplicaciones no lo verán hasta que abras el enlace que enviamos a ese correo.",
      },
      withoutMail: {
        what: "Tu correo electrónico aún no está confirmado.",
        advice:
          "Las aplicaciones no lo verán hasta que lo confirmen quienes administran este servicio.",
      },
      send: "Enviar otra vez el enlace",
      sent: "Un enlace para confirmar tu correo electrónico va en camino. Sirve durante un día.",
    },
    problems: {
      "screen-name":
        "Un nombre de usuario tiene de 1 a 15 letras (A a Z, sin acentos), números o guiones bajos.",
      taken: "Este nombre de usuario no está libre. Elige otro.",
      "changed-since":
        "Tu nombre de usuario o tu correo electrónico cambiaron en otro lugar desde que abriste esta página. Se muestran como están ahora. Revísalos y guarda otra vez.",
      "too-many-names":
        "Dejaste tres nombres de usuario en los últimos 30 días. Recupera uno de ellos o espera.",
      name: "El nombre tiene más de 50 caracteres. Acórtalo.",
      email: "Esto no es un correo electrónico. Debe ser como nombre@servidor.example.",
    },
  },
  password: {
    current: "Contraseña actual",
    wanted: "Contraseña nueva",
    wantedHint: "Al menos 8 caracteres. Larga y poco común es mejor que complicada.",
    otherSessions: "Tu sesión sigue abierta aquí y se cierra en todos los demás lugares.",
    change: "Cambiar contraseña",
    changed: "Tu contraseña se cambió, y tu sesión se cerró en todos los demás lugares.",
    notChanged: "Tu contraseña no se cambió.",
    problems: {
      wrong: "La contraseña actual no es correcta. Se distinguen mayúsculas y minúsculas.",
      "too-many": (minutes) =>
        `Hubo demasiados intentos. Inténtalo de nuevo en ${inMinutes(minutes)}.`,
      busy: "Muchas personas están iniciando sesión ahora mismo. Espera unos segundos e inténtalo de nuevo.",
      "too-short": "La contraseña nueva necesita al menos 8 caracteres.",
      "too-long": "La contraseña nueva puede tener como máximo 128 caracteres.",
      "own-name": "La contraseña nueva no puede ser tu nombre de usuario ni tu correo electrónico.",
      common: "La contraseña nueva es una de las más comunes. Elige otra.",
    },
  },
  sessions: {
    whatTheyAre: "Si no reconoces alguna de estas, ciérrala y cambia tu contraseña.",
    device: (browser, system) => sentence`${browser} en ${system}`,
    unknownDevice: "Un navegador que no dijo cuál es",
    thisOne: "este navegador",
    address: "Sesión iniciada desde",
    lastUsed: "Último uso aproximado:",
    end: "Cerrar esa sesión",
    endOthers: "Cerrar las demás sesiones",
    done: {
      ended: "La sesión de ese navegador está cerrada. Si no lo reconocías, cambia tu contraseña.",
      "ended-others": "Ahora solo tienes la sesión iniciada en este navegador.",
    },
  },
  events: {
    none: "Todavía no ha pasado nada.",
    whatTheyAre:
      "Si alguna de estas cosas no la hiciste tú, cambia tu contraseña y revisa tus sesiones.",
    happened: {
      "user.created": () => sentence`Se creó tu cuenta.`,
      "user.signed-in": () => sentence`Iniciaste sesión.`,
      "user.sign-in-failed": () =>
        sentence`Alguien escribió una contraseña incorrecta para tu cuenta.`,
      "user.signed-out": () => sentence`Cerraste sesión.`,
      "user.sessions-ended": () => sentence`Se cerró tu sesión en otros dispositivos.`,
      "user.password-changed": () => sentence`Se cambió tu contraseña.`,
      "user.password-reset-asked": () =>
        sentence`Alguien pidió un enlace para elegir una contraseña nueva, y se envió a tu correo electrónico.`,
      "user.password-reset-link-made": () =>
        sentence`Se creó un enlace para elegir una contraseña nueva.`,
      "user.profile-changed": () => sentence`Se cambió tu perfil.`,
      "user.email-link-sent": () =>
        sentence`Se envió un enlace para confirmar tu correo electrónico.`,
      "user.email-proven": () => sentence`Se confirmó tu correo electrónico.`,
      "user.suspended": () => sentence`Se suspendió tu cuenta.`,
      "user.restored": () => sentence`Se restableció tu cuenta.`,
      "access.approved": (application) => sentence`Permitiste que ${application} use tu cuenta.`,
      "access.cancelled": (application) =>
        sentence`No permitiste que ${application} use tu cuenta.`,
      "access.reduced": (application) => sentence`Dejaste a ${application} solo con lectura.`,
      "access.revoked": (application) => sentence`Revocaste el acceso de ${application}.`,
      "access-token.issued": (application) =>
        sentence`${application} recibió su acceso a tu cuenta.`,
      "access-token.regenerated": (application) =>
        sentence`Creaste para ti un token de acceso nuevo de ${application}.`,
      "access-token.revoked": (application) =>
        sentence`${application} renunció a su acceso a tu cuenta.`,
      "collaborator.invited": (application) => sentence`Te invitaron a ${application}.`,
      "collaborator.accepted": (application) => sentence`Aceptaste la invitación a ${application}.`,
      "collaborator.declined": (application) =>
        sentence`Rechazaste la invitación a ${application}.`,
      "collaborator.changed": (application) => sentence`Tu rol en ${application} cambió.`,
      "collaborator.removed": (application) => sentence`Te quitaron de ${application}.`,
      "collaborator.left": (application) => sentence`Saliste de ${application}.`,
      "ownership.offered": (application) => sentence`Te ofrecieron ${application}.`,
      "ownership.withdrawn": (application) => sentence`Se retiró la oferta de ${application}.`,
      "ownership.accepted": (application) => sentence`Pasaste a ser propietario de ${application}.`,
      "ownership.declined": (application) => sentence`Rechazaste la oferta de ${application}.`,
      "ownership.moved": (application) =>
        sentence`Quienes administran este servicio te asignaron ${application}.`,
    },
    goneApplication: "una aplicación que ya no existe",
    other: "Se registró esto:",
    by: {
      application: "por la aplicación",
      operator: "por quienes administran este servicio",
    },
    from: "Desde",
  },
  deletion: {
    forGood: "Esto no se puede deshacer. Lo que desaparece de inmediato:",
    whatGoes: {
      profile:
        "Tu nombre, tu nombre de usuario y tu correo electrónico. Otra persona podrá tomar el nombre de usuario después de 30 días.",
      access: "El acceso de todas las aplicaciones a las que se lo diste.",
      sessions: "Todas las sesiones, en todos los dispositivos.",
    },
    whatStays:
      "Quienes administran este servicio conservan el registro de la actividad de seguridad, que no contiene tu nombre.",
    ownsApplications: {
      what: "Tienes aplicaciones propias.",
      advice: "Puede haber personas que las usan. Transfiérelas o elimínalas antes:",
    },
    moreApplications: "Tienes más. Aparecerán cuando ya no estén estas.",
    lastOperator: {
      what: "Eres la última persona que administra este servicio.",
      advice: "Nombra primero a otra persona; después podrás eliminar tu cuenta.",
    },
    typeScreenName: (screenName) => `Para confirmar, escribe tu nombre de usuario, ${screenName}`,
    password: "Contraseña actual",
    submit: "Eliminar mi cuenta para siempre",
    notDeleted: "Tu cuenta no se eliminó.",
    problems: {
      "other-name": "Ese no es tu nombre de usuario.",
      wrong: "La contraseña no es correcta. Se distinguen mayúsculas y minúsculas.",
      "too-many": (minutes) =>
        `Hubo demasiados intentos. Inténtalo de nuevo en ${inMinutes(minutes)}.`,
      busy: "Muchas personas están iniciando sesión ahora mismo. Espera unos segundos e inténtalo de nuevo.",
    },
    deleted: {
      title: "Tu cuenta está eliminada",
      meaning: "Tu sesión se cerró en todas partes, y ninguna aplicación tiene acceso ya.",
    },
  },
};
