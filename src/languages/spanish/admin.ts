import { sentence } from "../sentence.ts";
import type { AdminTexts } from "../texts/admin.ts";
import { inApplications } from "./counts.ts";
import { inDays, inMinutes } from "./dates.ts";

export const admin: AdminTexts = {
  search: {
    submit: "Buscar",
    suspendedOnly: "Solo suspendidas",
    none: "No se encontró nada.",
    noneAdvice: "Revisa cómo está escrito o busca con menos: un campo vacío lo encuentra todo.",
  },
  states: { active: "Activa", suspended: "Suspendida", operator: "Administra" },
  yes: "Sí",
  no: "No",
  nothing: "—",
  id: "Número",
  name: "Nombre",
  state: "Estado",
  made: "Creación",
  whatHappened: "Qué ha pasado aquí",
  notDone: "No cambió nada.",
  people: {
    title: "Personas",
    label: "Buscar personas",
    hint: "El comienzo de un nombre de usuario, un correo electrónico completo o un número.",
    screenName: "Nombre de usuario",
    deleted: "Cuenta eliminada.",
  },
  person: {
    title: (user) => sentence`Persona: ${user}`,
    email: "Correo electrónico",
    sessions: "Sesiones abiertas",
    atLeast: (count) => `${numbers.format(count)} o más`,
    applications: "Aplicaciones",
    noApplications: "No tiene ninguna aplicación.",
    moreApplications: "Hay más de las que aparecen aquí.",
    access: "Inicio de sesión",
    accessHint:
      "Si otra persona puede estar usando esta cuenta, cierra todas sus sesiones y crea un enlace para elegir una contraseña nueva.",
    endSessions: "Cerrar todas las sesiones",
    endOtherSessions: "Cerrar las demás sesiones",
    makeLink: "Crear el enlace",
    noLink: "Una persona suspendida no puede elegir una contraseña. Restablece antes la cuenta.",
    linkHint: (minutes) =>
      `Quien abre el enlace elige la contraseña, una sola vez, durante ${inMinutes(minutes)}. No se lo des a nadie más que a esta persona.`,
    link: {
      title: "Enlace para una contraseña nueva",
      shownOnce: (user) => sentence`Para ${user}. Solo se muestra esta vez: cópialo ahora.`,
    },
    operator: {
      title: "Administración",
      hint: "Quien administra ve estas páginas: puede suspender a cualquiera y dar a otras personas el mismo permiso.",
      make: "Dar permiso de administración",
      unmake: "Quitar permiso de administración",
    },
    grants: {
      title: "Aplicaciones conectadas",
      none: "Ninguna aplicación tiene acceso a esta cuenta.",
      hint: "Si retiras el acceso de una aplicación, se rechaza su próxima solicitud en nombre de esta persona, que puede volver a autorizarla.",
      more: "Hay más aplicaciones de las que aparecen aquí.",
      revoke: "Retirar el acceso",
    },
    emailConfirmed: "Confirmado",
    emailUnconfirmed: "Sin confirmar",
    confirmEmail: {
      title: "Confirmar el correo electrónico",
      hint: "Confírmalo solo si sabes que esta persona lee el correo que llega a esa dirección. Las aplicaciones que la ven la consideran comprobada.",
      submit: "Confirmar dirección",
    },
    deletion: {
      title: "Eliminar esta cuenta",
      hint: "No se puede deshacer. Se cierran todas las sesiones y todas las aplicaciones pierden el acceso. Al cabo de 30 días, otra persona puede usar el nombre de usuario. Si solo quieres impedir el uso durante un tiempo, suspende la cuenta.",
      typeScreenName: (screenName) => `Para confirmar, escribe el nombre de usuario: ${screenName}`,
      otherName: "Ese no es el nombre de usuario de esta cuenta.",
      submit: "Eliminar la cuenta",
      hindrances: {
        "owns-applications": {
          what: "Esta persona tiene aplicaciones.",
          advice: "Antes, pásalas a otra persona o elimínalas.",
        },
        "last-operator": {
          what: "Nadie más administra el servicio.",
          advice: "Antes, da permiso de administración a otra persona.",
        },
      },
    },
    yourself:
      "Esta es tu cuenta. Otra persona que administre puede suspenderte o quitarte el permiso; tú no, para que siempre quede alguien.",
    done: {
      suspended: "Suspendida. A partir de la próxima solicitud, nada de esta cuenta funciona.",
      restored: "Restablecida. Todo vuelve a funcionar como antes.",
      "operator-made": "Esta persona ahora administra el servicio.",
      "operator-unmade": "Esta persona ya no administra el servicio.",
      "sessions-ended": "Se cerraron todas sus sesiones.",
      "email-confirmed":
        "Correo electrónico confirmado. Las aplicaciones con permiso pueden verlo.",
      "access-revoked": "Acceso retirado. La próxima solicitud de la aplicación se rechaza.",
    },
  },
  overview: {
    title: "Resumen",
    parts: {
      ledger: "Almacén de datos",
      replayBook: "Control de repeticiones",
      mail: "Correo",
    },
    states: { well: "Funciona", failing: "Falla", absent: "Sin configurar" },
    apis: "API que se verifican",
    attention: {
      none: "Todo funciona y no hay nada pendiente.",
      trouble: {
        what: "El servicio informa de un problema.",
        advice:
          "Puede que se rechacen solicitudes hasta que se resuelva. Revisa el disco, la base de datos y el registro.",
      },
      replayBook: {
        what: "El control de repeticiones no responde.",
        advice:
          "Mientras tanto, las solicitudes firmadas se rechazan con 503. Revisa el disco o la base de datos, y el registro.",
      },
      disk: {
        what: "El disco está casi lleno.",
        advice:
          "Cuando se llene, nadie podrá iniciar sesión ni cambiar nada. Libera espacio o mueve el directorio de datos.",
      },
      keys: {
        what: "La clave de cifrado tiene más de un año.",
        advice:
          "Cuanto más tiempo se usa una clave, más abre una copia robada. Ejecuta “countersign keys rotate”; el servicio sigue funcionando.",
      },
      waiting: (applications) =>
        `${inApplications(applications)} ${applications === 1 ? "espera" : "esperan"} que confirmes un esquema de retorno.`,
      waitingAdvice: "Hasta entonces, las personas no pueden volver a la aplicación.",
      review: "Revisar",
    },
    figures: {
      people: "Personas",
      applications: "Aplicaciones",
      tokens: "Tokens activos",
      requests: "Solicitudes, últimas 24 horas",
      refused: "Rechazadas, últimas 24 horas",
    },
    service: "Este servicio",
    disk: "Datos",
    diskFree: (ledger, free, size) => `${ledger}; quedan libres ${free} de ${size} en el disco`,
    version: "Versión",
    keysSince: "Clave de cifrado en uso desde el",
    counts: {
      suspendedPeople: "Personas suspendidas",
      suspendedApplications: "Aplicaciones suspendidas",
      invitations: "Invitaciones que nadie ha usado",
    },
    newest: "Lo último que pasó",
    all: "Todo el registro de auditoría",
    use: "La última hora",
    useHint: "Por minuto. Rechazadas son las solicitudes que recibieron un error como respuesta.",
    useNone: "Nadie ha pedido nada en la última hora.",
    signedIn: "Inicios de sesión",
    failedSignIn: "Inicios de sesión fallidos",
    refused: "Rechazadas",
  },
  checklist: {
    title: "Primeros pasos",
    hint: "Lo que necesita un servicio nuevo. Cada paso aparece como hecho en cuanto lo está.",
    steps: {
      address: {
        title: "Configura la dirección y TLS",
        how: "Asigna a COUNTERSIGN_BASE_URL la dirección https que usan las personas y las aplicaciones. Pon delante un proxy que termine TLS, o asigna COUNTERSIGN_TLS_CERT y COUNTERSIGN_TLS_KEY. Después, reinicia el servicio.",
      },
      mail: {
        title: "Configura el correo",
        how: "Asigna COUNTERSIGN_SMTP_URL y COUNTERSIGN_MAIL_FROM y reinicia el servicio. Sin correo, nadie puede elegir por sí mismo una contraseña nueva ni confirmar su dirección.",
      },
      signUp: {
        title: "Decide quién puede crear una cuenta",
        how: "Cualquiera, quien tenga una invitación o nadie. Guarda el ajuste aunque te sirva el valor inicial.",
      },
      application: {
        title: "Crea una aplicación",
        how: "Con sus claves, un programa firma solicitudes. El portal ofrece programas para probarla.",
      },
      backup: {
        title: "Haz copias de seguridad",
        how: "Copia los datos con regularidad y guarda las claves de cifrado en otro lugar: unos no sirven sin las otras. En SQLite, usa sqlite3 con “.backup”; en PostgreSQL, pg_dump. Restaura una copia para comprobar que funciona.",
      },
    },
    done: "Hecho",
    open: "Pendiente",
    markDone: "Marcar como hecho",
    hide: "Ocultar esta lista",
  },
  invitations: {
    title: "Invitaciones",
    hint: (days) => `Quien abre el enlace crea una sola cuenta, en un plazo de ${inDays(days)}.`,
    closed:
      "El registro está cerrado, así que las invitaciones esperan hasta que lo abras en la configuración.",
    open: "El registro está abierto: también se puede crear una cuenta sin invitación.",
    note: "Nota",
    noteHint: "Para quién es. Solo la ve quien administra. Puedes dejarla vacía.",
    noteProblem: "Una nota tiene como máximo 200 caracteres, en una sola línea.",
    make: "Crear una invitación",
    made: "La invitación",
    shownOnce: "Solo se muestra esta vez: cópiala ahora y envíala.",
    back: "Todas las invitaciones",
    living: "Sin usar todavía",
    none: "No hay ninguna invitación que alguien pueda usar todavía.",
    noNote: "Sin nota",
    since: "Creada el",
    until: "Funciona hasta el",
    withdraw: "Retirar",
    withdrawn: "La invitación se retiró. Su enlace ya no funciona.",
  },
  settings: {
    title: "Configuración",
    signUp: "Quién puede crear una cuenta",
    ways: {
      open: { label: "Cualquier persona", hint: "La página de inicio de sesión lo ofrece." },
      invitation: {
        label: "Quien tiene una invitación",
        hint: "Tú creas las invitaciones, una para cada cuenta.",
      },
      closed: {
        label: "Nadie",
        hint: "Las cuentas se crean solo en la línea de comandos, y las invitaciones esperan.",
      },
    },
    save: "Guardar",
    saved: "Se guardó. Vale a partir de la próxima solicitud.",
    configuration: "Valores de configuración",
    configurationHint:
      "Vienen del entorno del proceso y se leen al iniciarlo. Los secretos no se muestran.",
  },
  suspension: {
    title: "Suspensión",
    hint: {
      person:
        "El inicio de sesión, los tokens de acceso y el acceso de las aplicaciones a esta cuenta se detienen con la próxima solicitud. No se elimina nada.",
      application:
        "Todas las solicitudes de esta aplicación se rechazan a partir de la próxima. No se elimina nada.",
    },
    reason: "Motivo",
    reasonHint: {
      person: "La persona lo lee después de escribir la contraseña correcta. Hasta 200 caracteres.",
      application:
        "Quien tiene la aplicación lo lee en el portal para desarrolladores. Hasta 200 caracteres.",
    },
    problems: {
      missing: "Di por qué: el motivo es lo que se lee.",
      "too-long": "El motivo puede tener como máximo 200 caracteres, en una sola línea.",
    },
    suspend: "Suspender",
    because: (reason) => sentence`Motivo de la suspensión: ${reason}`,
    restoreHint: "Todo lo que funcionaba antes vuelve a funcionar de inmediato.",
    restore: "Restablecer",
  },
  applications: {
    waitingOnly: "Solo las que esperan por un esquema de retorno",
    title: "Aplicaciones",
    label: "Buscar aplicaciones",
    hint: "El comienzo de un nombre, una consumer key o un número.",
    owner: "De quién es",
  },
  application: {
    title: (application) => sentence`Aplicación: ${application}`,
    consumerKey: "Consumer key",
    website: "Sitio web",
    description: "Descripción",
    access: "Acceso",
    levels: { read: "Lectura", write: "Lectura y escritura" },
    callbacks: "Direcciones de callback",
    noCallbacks: "Ninguna: usa códigos",
    signIn: "Inicia sesiones sin volver a preguntar",
    requestEmail: "Pide el correo electrónico",
    secretSet: "Secreto definido",
    grants: "Personas que le dieron acceso",
    schemes: {
      title: "Esquemas de callback",
      hint: "Las URL de callback de estos esquemas todavía no valen. Otra aplicación puede usar la misma palabra: confirma un esquema solo si sabes de quién es.",
      confirm: (scheme) => sentence`Confirmar ${`${scheme}://`}`,
    },
    limits: {
      title: "Límites",
      hint: "Solicitudes en 15 minutos; para un límite de tus API (api/…), en su propio intervalo. Un campo vacío significa el límite habitual; un cambio vale a partir de la próxima solicitud.",
      off: "La configuración desactivó todos los límites, así que ahora no se cuenta ninguno.",
      operation: "Operación",
      usual: "Habitual",
      own: "Esta aplicación",
      ownFor: (operation) => `Límite de ${operation} para esta aplicación`,
      problem: "Un límite es un número entero de 1 a 1.000.000.",
      save: "Guardar límites",
    },
    move: {
      title: "Propietario",
      hint: "No se pregunta al nuevo propietario. El actual pierde el acceso. Las claves, los tokens y los usuarios no cambian.",
      screenName: "Nombre de usuario del nuevo propietario",
      submit: "Cambiar de propietario",
      problems: {
        unknown: "Nadie tiene este nombre de usuario.",
        "is-owner": "Esta persona ya es la propietaria.",
      },
    },
    done: {
      suspended: "Suspendida. A partir de la próxima solicitud, nada de esta aplicación funciona.",
      restored: "Restablecida. Todo vuelve a funcionar como antes.",
      "limits-changed": "Los límites se guardaron.",
      "scheme-confirmed": "El esquema está confirmado. Sus URL de callback ya valen.",
      moved: "El propietario cambió.",
    },
  },
};

const numbers = new Intl.NumberFormat("es");
