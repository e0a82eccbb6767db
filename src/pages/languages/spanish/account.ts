import type { AuthEventKind } from "../../../domain/auth-events.ts";
import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { userEvents } from "./audit.ts";
import { inApplications } from "./counts.ts";
import { inMinutes } from "./dates.ts";

export const account: Texts["account"] = {
  titles: {
    overview: "Tu cuenta",
    signIn: "Formas de iniciar sesión",
    applications: "Aplicaciones conectadas",
    profile: "Tu perfil",
    password: "Tu contraseña",
    sessions: "Tus sesiones",
    notifications: "Avisos por correo",
    events: "Eventos de seguridad",
    data: "Tus datos",
    delete: "Eliminar tu cuenta",
  },
  overview: {
    all: {
      applications: "Todas las aplicaciones",
      signIn: "Todas las formas de iniciar sesión",
      sessions: "Todas las sesiones",
      events: "Todos los eventos",
    },
    review: "Revisar",
  },
  signIn: {
    what: "Con qué inicias sesión en tu cuenta y qué la protege.",
    password: "Contraseña",
    hasPassword: "Tu cuenta tiene contraseña.",
    on: "Activada",
    off: "Desactivada",
    weak: "Basta tu contraseña para iniciar sesión.",
    weakProvider: "Basta tu proveedor de identidad para iniciar sesión.",
    byPasskey: "Tu segundo paso es una llave de acceso.",
    few: "Quedan pocos",
    change: "Cambiar",
    setUp: "Configurar",
    manage: "Gestionar",
    add: "Añadir",
  },
  applications: {
    none: "Ninguna aplicación puede usar tu cuenta.",
    noneAdvice:
      "Cuando des acceso a una aplicación, aparecerá aquí. Podrás revocar su acceso en cualquier momento.",
    whatTheyCan:
      "Estas aplicaciones pueden usar tu cuenta. Los cambios se aplican a partir de su próxima solicitud.",
    connected: "Pueden usar tu cuenta",
    by: (owner) => sentence`de ${owner}`,
    access: {
      read: "Puede leer tu perfil y cualquier contenido que puedas ver.",
      write: "Puede leer, publicar y hacer cambios en tu nombre.",
    },
    withEmail: "Puede ver tu correo electrónico.",
    since: "Desde el",
    neverUsed: "Sin usar",
    usedToday: "Último uso: hoy",
    lastUsed: "Último uso: el",
    unusedEnd: "Si no se usa, su acceso termina el",
    reduce: "Limitar a solo lectura",
    revoke: "Revocar acceso",
    pending: {
      title: "Autorizadas, sin usar todavía",
      whatTheyAre: (count) =>
        count === 1
          ? "Una aplicación se autorizó en los últimos 15 minutos y aún no ha recogido su acceso. Si no la reconoces, retira la autorización y [cambia tu contraseña]."
          : `${inApplications(count)} se autorizaron en los últimos 15 minutos y aún no han recogido su acceso. Si no reconoces alguna, retira la autorización y [cambia tu contraseña].`,
      approved: "Autorizada:",
      until: "Puede recogerse hasta:",
      withdraw: "Retirar autorización",
    },
    done: {
      revoked: (application) => sentence`${application} ya no tiene acceso a tu cuenta.`,
      withdrawn: (application) =>
        sentence`Se retiró tu autorización. ${application} ya no puede obtener acceso con ella.`,
      reduced: (application) =>
        sentence`${application} ahora solo puede leer. Ya no puede cambiar nada en tu nombre.`,
    },
  },
  profile: {
    name: "Nombre",
    nameHint: "El nombre que ven los demás. Hasta 50 caracteres.",
    screenName: "Nombre de usuario",
    screenNameHint:
      "Lo usas para iniciar sesión. Hasta 64 letras (de la A a la Z, sin acentos), números, guiones bajos, puntos y guiones.",
    email: "Correo electrónico",
    emailHint: "Las aplicaciones solo lo ven con tu permiso.",
    save: "Guardar perfil",
    saved: "Perfil guardado.",
    notSaved: "Tu perfil no se guardó.",
    unverified: {
      withMail: {
        what: "Tu correo electrónico aún no está confirmado.",
        advice: "Las aplicaciones no lo verán hasta que abras el enlace que te enviamos.",
      },
      withoutMail: {
        what: "Tu correo electrónico aún no está confirmado.",
        advice: "Las aplicaciones no lo verán hasta que lo confirme tu administrador.",
      },
      send: "Reenviar el enlace",
      sent: "Te enviamos un enlace a tu correo electrónico. Ábrelo en las próximas 24 horas para confirmarlo.",
    },
    distrusted: {
      what: "¿Este correo electrónico sigue siendo tuyo?",
      advice: {
        withMail:
          "Tu cuenta se recuperó, y otra persona podría haber introducido esta dirección. Hasta que la confirmes, no enviamos a ella enlaces para restablecer la contraseña y las aplicaciones no pueden verla. Si no es tuya, cámbiala.",
        withoutMail:
          "Tu cuenta se recuperó, y otra persona podría haber introducido esta dirección. Las aplicaciones no pueden verla hasta que la confirme tu administrador. Si no es tuya, cámbiala.",
      },
      send: "Enviarme un enlace",
    },
    problems: {
      "screen-name":
        "Usa de 1 a 64 letras (de la A a la Z, sin acentos), números, guiones bajos, puntos o guiones, y no solo puntos.",
      taken: "Este nombre de usuario ya está en uso. Elige otro.",
      "changed-since":
        "Tu nombre de usuario o tu correo electrónico cambiaron en otro lugar desde que abriste esta página. Se muestran como están ahora. Revísalos y guarda otra vez.",
      "too-many-names":
        "Cambiaste tu nombre de usuario tres veces en los últimos 30 días. Vuelve a usar uno de esos nombres o inténtalo más adelante.",
      name: "El nombre puede tener hasta 50 caracteres.",
      email: "Escribe un correo electrónico, como nombre@example.com.",
    },
  },
  password: {
    current: "Contraseña actual",
    wanted: "Contraseña nueva",
    wantedHint:
      "Al menos 8 caracteres. Es mejor una frase larga y poco común que una corta y complicada.",
    weak: "Tu contraseña es fácil de adivinar.",
    notNow: "Ahora no",
    otherSessions: "Esto cierra tu sesión en todos los demás lugares.",
    change: "Cambiar contraseña",
    changed: "Contraseña cambiada. Tu sesión se cerró en todos los demás lugares.",
    notChanged: "No se cambió tu contraseña.",
    problems: {
      missing: "Escribe tu contraseña actual.",
      wrong: "Esa no es tu contraseña actual. Se distinguen mayúsculas y minúsculas.",
      "too-many": (minutes) => `Demasiados intentos. Inténtalo de nuevo en ${inMinutes(minutes)}.`,
      busy: "El servicio está ocupado. Espera unos segundos e inténtalo de nuevo.",
      "too-short": "Usa al menos 8 caracteres.",
      "too-long": "Usa como máximo 128 caracteres.",
      "own-name":
        "La contraseña se parece demasiado a tu nombre de usuario, tu nombre o tu correo electrónico. Elige otra.",
      "service-name": "La contraseña se parece demasiado al nombre de este servicio. Elige otra.",
      common: "La contraseña es muy común o se parece a una que lo es. Elige otra.",
      repeated: "La contraseña repite los mismos caracteres. Elige otra.",
      sequence: "La contraseña es una secuencia, como “abcd” o una fila de teclas. Elige otra.",
      date: "La contraseña es poco más que una fecha o un año. Elige otra.",
    },
    strength: {
      label: "Seguridad de la contraseña",
      scores: {
        2: "Aceptable: una contraseña más larga es más difícil de adivinar.",
        3: "Buena: difícil de adivinar.",
        4: "Muy buena: muy difícil de adivinar.",
      },
    },
  },
  sessions: {
    whatTheyAre: "Si no reconoces alguna sesión, ciérrala y [cambia tu contraseña].",
    device: (browser, system) => sentence`${browser} en ${system}`,
    unknownDevice: "Navegador desconocido",
    thisOne: "Este navegador",
    lastUsed: "Última actividad aproximada:",
    signedIn: "Sesión iniciada el",
    with: (...kinds) => `con ${kinds.map((one) => proofs[one]).join(" y ")}`,
    end: "Cerrar sesión",
    endHint: "Quien use ese navegador tendrá que volver a iniciar sesión.",
    endNow: "Cerrar esta sesión",
    endOthers: "Cerrar las demás sesiones",
    endOthersHint:
      "En los demás navegadores habrá que volver a iniciar sesión. En este sigue iniciada.",
    endOthersNow: "Cerrar todas las demás",
    done: {
      ended: "Se cerró la sesión de ese navegador. Si no lo reconoces, cambia tu contraseña.",
      "ended-others": "Ahora solo tienes la sesión iniciada en este navegador.",
    },
  },
  events: {
    none: "Todavía no hay eventos.",
    whatTheyAre: "Si no reconoces algo, [cambia tu contraseña] y [revisa tus sesiones].",
    happened: userEvents,
    goneApplication: "una aplicación que ya no existe",
    other: "Otro evento:",
    by: {
      application: "por la aplicación",
      admin: "por tu administrador",
    },
    from: "Desde",
  },
  data: {
    short: "Descarga todo lo que este servicio guarda sobre ti.",
    open: "Descargar",
    what: "Descarga todo lo que este servicio guarda sobre ti en un archivo JSON: tu perfil, tus sesiones, tus llaves de acceso, el acceso que diste a aplicaciones, las aplicaciones que son tuyas y los eventos de tu cuenta.",
    without: "El archivo no contiene contraseñas, secretos ni datos de otros usuarios.",
    careful: "Quien tenga el archivo puede leerlo, así que guárdalo donde solo tú puedas abrirlo.",
    submit: "Descargar tus datos",
    notDownloaded: "No se descargaron tus datos.",
  },
  deletion: {
    short: "Elimina tu perfil, tus sesiones y el acceso de todas las aplicaciones.",
    open: "Eliminar",
    forGood: "Esto no se puede deshacer. Se elimina de inmediato:",
    whatGoes: {
      profile:
        "Tu nombre, tu nombre de usuario y tu correo electrónico. Otra persona podrá tomar el nombre de usuario después de 30 días.",
      access: "El acceso de todas las aplicaciones a tu cuenta.",
      sessions: "Todas tus sesiones, en todos los dispositivos.",
    },
    whatStays:
      "Tu administrador conserva el registro de los eventos de seguridad, que no contiene tu nombre.",
    ownsApplications: {
      what: "Tienes aplicaciones propias.",
      advice: "Puede haber usuarios que las usan. Primero transfiérelas o elimínalas.",
    },
    moreApplications:
      "Tienes más aplicaciones. Aparecerán aquí cuando hayas transferido o eliminado estas.",
    lastAdmin: {
      what: "Eres el único administrador de este servicio.",
      advice: "Primero nombra a otro administrador.",
    },
    typeScreenName: (screenName) =>
      sentence`Para confirmar, escribe tu nombre de usuario: ${screenName}`,
    submit: "Eliminar mi cuenta",
    notDeleted: "Tu cuenta no se eliminó.",
    problems: {
      "other-name": "Ese no es tu nombre de usuario.",
      missing: "Escribe tu contraseña.",
      wrong: "Esa no es tu contraseña. Se distinguen mayúsculas y minúsculas.",
      "too-many": (minutes) => `Demasiados intentos. Inténtalo de nuevo en ${inMinutes(minutes)}.`,
      busy: "El servicio está ocupado. Espera unos segundos e inténtalo de nuevo.",
    },
    deleted: {
      title: "Tu cuenta se eliminó",
      meaning: "Tu sesión se cerró en todas partes y ninguna aplicación tiene ya acceso.",
    },
  },
};

const proofs: Record<AuthEventKind, string> = {
  password: "contraseña",
  passkey: "llave de acceso",
  totp: "aplicación de autenticación",
  "recovery-code": "código de recuperación",
  "identity-provider": "proveedor de identidad",
  "strong-identity-provider": "proveedor de identidad (con un segundo paso)",
};
