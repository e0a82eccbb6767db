import { maxInvitedAtOnce, maxMessage, maxMessageLines } from "../../../domain/invitation.ts";
import { unusedNoticeDays } from "../../../domain/unused-access.ts";
import { numbersIn } from "../formats.ts";
import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inApplications, inRequests, users } from "./counts.ts";
import { inDays, inMinutes } from "./dates.ts";

const linkCreatedBefore =
  "Este formulario ya creó un enlace, así que no se creó otro. El enlace no se vuelve a mostrar. Si no lo tienes, crea uno nuevo aquí abajo. El anterior deja de funcionar cuando se elige una contraseña nueva o cuando caduca.";

export const admin: Texts["admin"] = {
  search: {
    submit: "Buscar",
    active: "Filtros activos",
    remove: "Quitar el filtro:",
    clear: "Quitar todos",
    any: { state: "Todo", other: "Cualquiera" },
    filters: {
      state: "Estado",
      access: "Acceso",
      approval: "Aprobación",
      owner: "Propietario",
      last_used_from: "Último uso desde",
      last_used_before: "Último uso antes de",
      never_used: "Nunca usada",
      secret_set_from: "Secreto creado desde",
      secret_set_before: "Secreto creado antes de",
      created_from: "Creación desde",
      created_before: "Creación antes de",
      admin: "Administrador",
      issued_from: "Emisión desde",
      issued_before: "Emisión antes de",
      unused_since: "Sin uso ni emisión desde",
      ids: "ID",
      consumer_keys: "Claves de consumidor",
      plan: "Plan",
    },
    total: (count, orMore) =>
      `${numbers.format(count)}${orMore ? " o más" : ""} ${count === 1 ? "resultado" : "resultados"}`,
    none: "Sin resultados.",
    noneAdvice: "Revisa cómo está escrito o acorta la búsqueda. Un campo vacío lo muestra todo.",
  },
  states: { active: "Activa", suspended: "Suspendida", admin: "Administrador" },
  yes: "Sí",
  no: "No",
  nothing: "—",
  id: "ID",
  name: "Nombre",
  state: "Estado",
  made: "Creación",
  whatHappened: "Eventos",
  whatTheyChanged: "Cambios que hizo",
  notDone: "No se cambió nada.",
  users: {
    title: "Usuarios",
    label: "Buscar usuarios",
    hint: "Usuario, correo o ID",
    screenName: "Nombre de usuario",
    twoStep: "Dos pasos",
    applications: "Aplicaciones",
    lastActive: "Última actividad",
    invite: "Invitar…",
    deleted: "Cuenta eliminada.",
  },
  user: {
    title: (user) => sentence`Usuario: ${user}`,
    email: "Correo electrónico",
    sessions: "Sesiones activas",
    atLeast: (count) => `${numbers.format(count)} o más`,
    applications: "Sus aplicaciones",
    noApplications: "No tiene aplicaciones.",
    moreApplications: "No se muestran todas las aplicaciones.",
    access: "Inicio de sesión",
    accessHint: "Si otra persona puede estar usando esta cuenta, cierra todas sus sesiones.",
    recover:
      "Después, crea un enlace de recuperación, que quita las demás formas de iniciar sesión.",
    endSessions: "Cerrar todas las sesiones",
    endOtherSessions: "Cerrar las demás sesiones",
    makeLink: "Crear enlace para restablecer la contraseña",
    noLink: "Un usuario suspendido no puede restablecer su contraseña. Reactiva primero la cuenta.",
    linkHint: (minutes) =>
      `Cualquiera que tenga el enlace puede elegir la contraseña de esta cuenta. Funciona una sola vez y caduca en ${inMinutes(minutes)}. Dáselo solo a este usuario.`,
    linkKeeps: "Las demás formas de iniciar sesión y el correo electrónico no cambian.",
    linkShownOnce: (user) =>
      sentence`Envía este enlace a ${user} por un medio que no llegue a nadie más. Solo se muestra esta vez.`,
    link: "Enlace para restablecer la contraseña",
    back: (user) => sentence`Volver a ${user}`,
    factors: {
      title: "Verificación en dos pasos",
      none: "Desactivada.",
      passwordAlone: "Para iniciar sesión basta la contraseña.",
      hint: "Antes de ayudar, asegúrate de con quién hablas: quien quiera hacerse con la cuenta pediría lo mismo.",
      reason: "Motivo",
      reasonHint: "Se guarda en el registro de auditoría.",
      remove: "Quitar la verificación en dos pasos",
      removeHint: "Para quien todavía sabe su contraseña. Se cierran todas sus sesiones.",
      one: {
        which: "Segundo paso",
        remove: "Quitar",
        hint: "Para quien ha perdido un segundo paso y todavía tiene otro. Se cierran todas sus sesiones.",
      },
      makeLink: "Crear un enlace de recuperación",
      linkHint: (minutes) =>
        `Para quien lo ha perdido todo. Con el enlace elige una contraseña nueva, y se quitan la verificación en dos pasos y las demás formas de iniciar sesión. Habrá que volver a confirmar su correo electrónico. El enlace sirve una sola vez y caduca en ${inMinutes(minutes)}.`,
      mailed: "Además, recibe un correo.",
      link: "Enlace de recuperación",
    },
    admin: {
      title: "Administrador",
      hint: "Los administradores pueden usar estas páginas, suspender a cualquiera y nombrar a otros administradores.",
      make: "Hacer administrador",
      unmake: "Quitar los permisos de administrador",
    },
    grants: {
      title: "Aplicaciones conectadas",
      none: "Ninguna aplicación tiene acceso a esta cuenta.",
      hint: "Si revocas el acceso de una aplicación, se rechaza su próxima solicitud en nombre de este usuario. El usuario puede volver a darle acceso.",
      more: "No se muestran todas las aplicaciones.",
      revoke: "Revocar acceso",
    },
    emailVerified: "Confirmado",
    emailUnverified: "Sin confirmar",
    verifyEmail: {
      title: "Confirmar el correo electrónico",
      hint: "Confírmalo solo si sabes que este usuario lee lo que llega a esa dirección. Las aplicaciones que pueden verla la considerarán verificada.",
      recovered:
        "Esta cuenta se recuperó mientras tenía esta dirección, que podría haber introducido un intruso.",
      submit: "Confirmar correo electrónico",
    },
    deletion: {
      title: "Eliminar esta cuenta",
      hint: "No se puede deshacer. Se cierran todas las sesiones y todas las aplicaciones pierden el acceso. Al cabo de 30 días, otro usuario puede tomar el nombre de usuario. Si solo quieres impedir el uso durante un tiempo, suspende la cuenta.",
      typeScreenName: (screenName) =>
        sentence`Para confirmar, escribe el nombre de usuario: ${screenName}`,
      otherName: "Ese no es el nombre de usuario de esta cuenta.",
      submit: "Eliminar la cuenta",
      hindrances: {
        "owns-applications": {
          what: "Este usuario tiene aplicaciones.",
          advice: "Primero transfiérelas a otro usuario.",
        },
        "last-administrator": {
          what: "Este usuario es el único administrador.",
          advice: "Primero nombra a otro administrador.",
        },
      },
    },
    yourself: {
      what: "Esta es tu cuenta.",
      advice:
        "Otro administrador puede suspenderte, quitarte los permisos de administrador o eliminar tu cuenta. Aquí no puedes hacerlo.",
    },
    done: {
      suspended: "Cuenta suspendida. Nadie puede usarla hasta que la reactives.",
      restored: "Cuenta reactivada. Todo vuelve a funcionar como antes.",
      "admin-granted": "Este usuario ahora es administrador.",
      "admin-revoked": "Este usuario ya no es administrador.",
      "sessions-ended": "Se cerraron todas sus sesiones.",
      "other-sessions-ended": "Se cerraron las demás sesiones.",
      "email-verified": "Correo electrónico confirmado. Las aplicaciones con permiso pueden verlo.",
      "link-created-before": linkCreatedBefore,
      "recovery-link-created-before": linkCreatedBefore,
      "identity-removed": "La identidad se quitó y se cerraron todas las sesiones del usuario.",
      "factor-removed": "Ese segundo paso se quitó y se cerraron todas las sesiones del usuario.",
      "factors-removed":
        "Se quitó la verificación en dos pasos y se cerraron todas las sesiones del usuario.",
      "access-revoked": "Acceso revocado. La próxima solicitud de la aplicación se rechaza.",
    },
  },
  overview: {
    title: "Resumen",
    parts: {
      ledger: "Base de datos",
      nonceStore: "Control de repeticiones",
      mail: "Correo",
    },
    states: { well: "Correcto", failing: "Falla", absent: "Sin configurar" },
    apis: "Orígenes de las API",
    attention: {
      none: "Todo funciona y nada requiere tu atención.",
      problem: {
        what: "El servicio informa de un problema.",
        advice:
          "Puede que se rechacen solicitudes hasta que se resuelva. Revisa el disco, la base de datos y el registro.",
      },
      nonceStore: {
        what: "El control de repeticiones no responde.",
        advice:
          "Impide que una solicitud firmada se use dos veces. Hasta que responda, se rechazan con 503. Revisa el disco o la base de datos, y el registro.",
      },
      backup: {
        what: "La última copia de seguridad es demasiado antigua.",
        advice:
          "Si el disco falla ahora, se pierde todo lo posterior a la última copia. El registro dice por qué falló; revisa el disco de COUNTERSIGN_BACKUP_DIR.",
      },
      noBackup: "Todavía no hay ninguna copia de seguridad.",
      disk: {
        what: "El disco está casi lleno.",
        advice:
          "Cuando se llene, nadie podrá iniciar sesión ni cambiar nada. Libera espacio o mueve el directorio de datos.",
      },
      title: "Lo que requiere atención",
      severities: { now: "No funciona", soon: "Actúa pronto", information: "Consejo" },
      again: "Comprobar de nuevo",
      setting: "Ver el ajuste",
      receivers: "Ver la entrega",
      rotations: "Ver las rotaciones",
      keys: {
        what: "La clave de cifrado tiene más de un año.",
        advice:
          "Cuanto más tiempo se usa una misma clave, más datos descifra una copia robada. Ejecuta “countersign keys rotate”; el servicio sigue funcionando.",
      },
      deliveries: {
        what: "Hay eventos que no se entregan.",
        advice:
          "Cada uno se vuelve a intentar durante tres días y después se descarta. Mira por qué falla y comprueba el receptor.",
      },
      rates: {
        rejected: {
          what: (share, usual) =>
            `En las últimas 24 horas se rechazó el ${share} de las solicitudes${usual === undefined ? "" : `; lo habitual es el ${usual}`}.`,
          advice:
            "Quizá un programa tiene mal el secreto o el reloj, o alguien está probando claves. Mira primero los motivos.",
        },
        "failed-sign-in": {
          what: (share, usual) =>
            `En las últimas 24 horas falló el ${share} de los inicios de sesión${usual === undefined ? "" : `; lo habitual es el ${usual}`}.`,
          advice:
            "Quizá alguien olvidó su contraseña o intenta adivinar una. Cada cuenta y cada dirección tiene pocos intentos.",
        },
      },
      reasons: "Ver motivos",
      chart: "Ver gráfico",
      approvals: (applications) =>
        `${inApplications(applications)} ${applications === 1 ? "espera" : "esperan"} la aprobación.`,
      approvalsAdvice:
        "Hasta que decidas, solo funcionan para sus propietarios, o como antes del cambio.",
      waiting: (applications) =>
        `${inApplications(applications)} ${applications === 1 ? "espera" : "esperan"} que confirmes un esquema de callback.`,
      waitingAdvice:
        "Hasta entonces, los usuarios no pueden volver a la aplicación con ese esquema.",
      review: "Revisar",
    },
    figures: {
      users: "Usuarios",
      applications: "Aplicaciones",
      tokens: "Tokens activos",
      requests: "Solicitudes, 24 h",
      rejected: "Rechazadas, 24 h",
    },
    service: "Este servicio",
    disk: "Datos",
    diskFree: (ledger, free, size) => `${ledger}; ${free} de ${size} libres en el disco`,
    lastBackup: "Última copia de seguridad",
    version: "Versión",
    keysSince: "Clave de cifrado en uso desde el",
    receivers: "Entrega de eventos",
    receiver: (waiting, dropped) => `${waiting} en espera, ${dropped} descartados`,
    backups: "Copias de seguridad",
    backupsSaid: "Marcadas como hechas el",
    counts: {
      suspendedUsers: "Usuarios suspendidos",
      suspendedApplications: "Aplicaciones suspendidas",
      invitations: "Invitaciones sin usar",
    },
    newest: "Eventos recientes",
    all: "Ver el registro de auditoría",
    signInSummary: (signedIn, failed) =>
      `Inicios de sesión: ${numbers.format(signedIn)}; intentos fallidos: ${numbers.format(failed)}.`,
    noRequests: "Todavía no hay solicitudes: verifica la primera",
    noRequestsHow: "Después se muestra aquí cuántas hay y por qué se rechazan.",
    noRequestsLink: "Cómo se firman las solicitudes",
    usageHint:
      "Las solicitudes rechazadas recibieron un error. Entre ellas, las no demostradas puede enviarlas cualquiera, y algunas no nombran ninguna aplicación.",
    signedIn: "Inicios de sesión",
    failedSignIn: "Inicios de sesión fallidos",
    rejections: "Rechazadas en las últimas 24 horas",
  },
  checklist: {
    title: "Primeros pasos",
    hint: "Lo que necesita un servicio nuevo. Las guías explican cada paso: docs/README.md, en el paquete, las enumera.",
    progress: (done, all) => `${done} de ${all} hechos`,
    finished: "Pasos terminados",
    steps: {
      address: {
        title: "Configura la dirección y TLS",
        how: "Asigna a COUNTERSIGN_BASE_URL la dirección https que usan los usuarios y las aplicaciones. Pon delante del servicio un proxy que termine TLS, o asigna COUNTERSIGN_TLS_CERT y COUNTERSIGN_TLS_KEY. Después, reinicia el servicio.",
      },
      mail: {
        title: "Configura el correo",
        how: "Asigna COUNTERSIGN_SMTP_URL y COUNTERSIGN_MAIL_FROM y reinicia el servicio. Sin correo, los usuarios no pueden restablecer su contraseña ni confirmar su dirección por sí mismos.",
      },
      signUp: {
        title: "Decide quién puede crear una cuenta",
        how: "Cualquiera, quien tenga una invitación o nadie. Para dejarlo así, guarda la configuración sin cambiarla. Ahora:",
      },
      application: {
        title: "Crea una aplicación",
        how: "Con sus claves, un programa puede firmar solicitudes. Después, el portal tiene programas para probarla.",
      },
      verification: {
        title: "Verifica la primera solicitud",
        how: "Haz que tu API pase una solicitud firmada al servicio, con una pasarela o una biblioteca. La página “Pruébala” de la aplicación tiene programas que firman una.",
      },
      secure: {
        title: "Protege tu cuenta",
        how: "Con tu cuenta, alguien podría quitar el acceso a todas las aplicaciones. Añade una clave de acceso o una app de autenticación.",
      },
      invite: {
        title: "Invita a alguien",
        how: "Otro administrador puede ayudarte si pierdes tu cuenta, y los desarrolladores crean sus propias aplicaciones.",
      },
      backup: {
        title: "Haz copias de seguridad",
        how: "En SQLite, define COUNTERSIGN_BACKUP_DIR con un directorio de otro disco, o ejecuta “countersign backup”; en PostgreSQL, usa pg_dump o archiva el WAL. Guarda una copia de las claves de cifrado en otro lugar: una no sirve sin las otras. Comprueba que puedes restaurar una copia.",
      },
    },
    done: "Hecho",
    open: "Pendiente",
    markDone: "Marcar como hecho",
    hide: "Ocultar esta lista",
  },
  invitations: {
    title: "Invitaciones",
    hint: (days) => `Cada enlace crea una cuenta y caduca en ${inDays(days)}.`,
    closed: "El registro está cerrado, así que las invitaciones no funcionan.",
    open: "El registro está abierto, así que no hace falta una invitación para crear una cuenta.",
    off: {
      what: "Las invitaciones no funcionan aquí.",
      advice:
        "Todos los usuarios inician sesión con un proveedor de identidad, y el archivo de proveedores dice quién recibe una cuenta. Envía esta dirección en su lugar:",
    },
    emails: "Correos electrónicos",
    emailsHint: `A cada dirección se le envía su propio enlace: hasta ${maxInvitedAtOnce}, una por línea o separadas por comas. Déjalo vacío para enviar un enlace por tu cuenta.`,
    message: "Mensaje",
    messageHint: `Se muestra en el correo y al crear la cuenta. Hasta ${maxMessage} caracteres. Opcional.`,
    role: "Rol",
    roles: { user: "Cuenta normal", admin: "Administrador" },
    page: "Primera página",
    pages: { home: "Inicio", portal: "Portal de desarrollo", account: "Cuenta" },
    by: (user) => sentence`Invitación de ${user}`,
    byProgram: "Invitación de un comando o programa",
    noneSent: "No se envió ninguna invitación.",
    sentTo: (email) => sentence`La invitación se está enviando por correo a ${email}.`,
    undo: (seconds) => `Deshacer (en ${seconds} segundos)`,
    someSent: (count) =>
      count === 1 ? "Se está enviando 1 invitación." : `Se están enviando ${count} invitaciones.`,
    outcomes: {
      created: "se está enviando",
      duplicate: "está repetida",
      "has-account": "una cuenta ya tiene esta dirección",
      "too-many": "recibió demasiadas invitaciones hoy",
    },
    note: "Nota",
    noteHint: "Para quién es. Solo la ven los administradores. Opcional.",
    problems: {
      note: "La nota puede tener hasta 200 caracteres en una sola línea, con la dirección incluida.",
      email: "No se envió nada. Estas no son direcciones de correo:",
      message: `El mensaje puede tener hasta ${maxMessage} caracteres en ${maxMessageLines} líneas.`,
      "too-many-addresses": `Puedes invitar hasta ${maxInvitedAtOnce} direcciones a la vez.`,
      "too-many":
        "Esta dirección ya recibió demasiadas invitaciones hoy. Inténtalo mañana, o déjala vacía y envía el enlace por tu cuenta.",
    },
    make: "Crear invitación",
    made: "Invitación creada",
    shownOnce: "Copia ahora el enlace y envíalo: no se volverá a mostrar.",
    back: "Todas las invitaciones",
    living: "Invitaciones sin usar",
    none: "No hay invitaciones sin usar.",
    noNote: "Sin nota",
    since: "Creada:",
    until: "Caduca:",
    notSent: "Correo no enviado",
    notSentAdvice:
      "Envíala de nuevo. Si vuelve a fallar, comprueba la dirección y el servidor de correo.",
    sendAgain: "Enviar de nuevo",
    newLink: "Enlace nuevo",
    withdraw: "Retirar",
    done: {
      withdrawn: "Invitación retirada. Su enlace ya no funciona.",
      restored: "Invitación restablecida. Su enlace vuelve a funcionar.",
    },
    unchanged: {
      gone: {
        what: "No se cambió nada.",
        advice: "Esta invitación se usó, se retiró, se sustituyó o caducó.",
      },
      "too-late": {
        what: "La invitación sigue retirada.",
        advice: "Ya no se puede deshacer. Puedes crear otra.",
      },
      "created-before": {
        what: "Este formulario ya creó una invitación.",
        advice:
          "No se creó otra, y su enlace no se vuelve a mostrar. Si no tienes el enlace, elige “Enlace nuevo” aquí abajo.",
      },
    },
  },
  plans: {
    title: "Planes",
    toApiLimits: "Límites de API",
    existing: "Planes existentes",
    hint: "Un plan es un conjunto de límites con nombre. Una aplicación tiene el plan elegido en su página o, si no, el predeterminado. Sus propios límites tienen preferencia sobre los de su plan.",
    none: "No hay planes, así que se aplican los límites configurados.",
    create: "Crear un plan",
    change: "Cambiar",
    changing: (plan) => `Cambiar ${plan}`,
    save: "Guardar plan",
    remove: "Eliminar plan",
    done: {
      created: "El plan está creado.",
      changed: "El plan cambió. Se aplica a partir de la próxima solicitud.",
      deleted: "El plan se eliminó.",
    },
    isDefault: "Predeterminado",
    makeDefault: "Predeterminado: lo siguen las aplicaciones sin un plan propio",
    nameHint: "Letras minúsculas, dígitos, guiones y guiones bajos, por ejemplo “partner”.",
    description: "Descripción (opcional)",
    descriptionHint: "La leen los desarrolladores. Hasta 200 caracteres.",
    limitsHint:
      "Deja un campo vacío para usar el límite configurado. Los límites de tus propias API (api/…) tienen hasta cuatro intervalos, como 10/1s 10000/month.",
    configured: "Configurado",
    inPlan: "En este plan",
    limitOf: (operation) => `Límite de ${operation} en este plan`,
    frees: (applications) =>
      `Las aplicaciones con este plan siguen el predeterminado (${applications})`,
    problems: {
      name: "Un nombre tiene de 1 a 40 letras minúsculas, dígitos, guiones y guiones bajos, y empieza por una letra o un dígito.",
      "name-taken": "Ya hay un plan con este nombre.",
      description: "Escribe hasta 200 caracteres en una línea.",
      limits:
        "Escribe un número entero de 1 a 1.000.000 para una operación, e intervalos como 10/1s 10000/month para una API.",
      "too-many": "Ya hay 50 planes. Elimina uno primero.",
      "in-use": "Hay aplicaciones con este plan. Dales otro, o haz que sigan el predeterminado.",
      "changed-since":
        "El plan se cambió o se eliminó en otro lugar desde que abriste esta página. Mira lo que hay ahora.",
    },
    columns: { name: "Nombre", limits: "Límites", applications: "Aplicaciones" },
  },
  bulk: {
    title: "Acciones en lote",
    hint: "Las acciones en lote cambian muchos tokens de acceso o aplicaciones. Primero se cuenta lo que cambiarían, y se hacen en segundo plano cuando las inicias. Empieza en la página de una aplicación o de un usuario, o en la lista de aplicaciones.",
    none: "No hubo acciones en lote en los últimos 30 días.",
    kinds: {
      "revoke-access-tokens": "Revocar tokens de acceso",
      "suspend-applications": "Suspender aplicaciones",
      "restore-applications": "Reactivar aplicaciones",
    },
    states: {
      announced: "Sin iniciar",
      running: "En curso",
      done: "Terminada",
      stopped: "Detenida",
    },
    columns: { what: "Qué", progress: "Progreso", by: "Quién", announced: "Anunciada" },
    begunAt: "Iniciada",
    endedAt: "Terminada",
    filters: "Filtros",
    revokeByFilter: "Revocar accesos por filtro…",
    suspendListed: "Suspender todas las de esta lista…",
    restoreListed: "Reactivar todas las de esta lista…",
    narrow:
      "Indica todo lo que deben cumplir los tokens o las aplicaciones. Contarlos aún no cambia nada.",
    count: "Contar los que cumplen",
    tokens: (tokens, of) =>
      `Esto revoca ${numbers.format(tokens)} ${tokens === 1 ? "token" : "tokens"} de acceso de ${numbers.format(of)} ${of === 1 ? "usuario" : "usuarios"}. El acceso vuelve a funcionar cuando los usuarios lo permiten de nuevo.`,
    suspends: (applications) => `Esto suspende ${inApplications(applications)}.`,
    restores: (applications) => `Esto levanta la suspensión de ${inApplications(applications)}.`,
    nothing: "Nada cumple los filtros, así que no hay nada que iniciar.",
    limits:
      "No cambia nada que sea posterior al anuncio. Puedes iniciarla durante una hora desde entonces.",
    begin: "Iniciar",
    stop: "Detener",
    progress: (done, items) => `${numbers.format(done)} de ${numbers.format(items)} hechos`,
    otherwise: (done, items) =>
      `${numbers.format(done)} hechos, ${numbers.format(items)} contados al anunciarla`,
    done: {
      begun: "La acción en lote se inició. Continúa aunque salgas de esta página.",
      stopped: "La acción en lote se detuvo. Lo hecho queda hecho.",
    },
    problems: {
      "no-filter": "Rellena al menos un filtro.",
      "too-many":
        "Demasiadas acciones en lote esperan a que se inicien. Inténtalo de nuevo dentro de una hora.",
      "too-many-running": "Hay demasiadas acciones en lote en curso. Espera a que termine alguna.",
      "begun-before": "Esta acción en lote ya se inició.",
      "too-old": "El anuncio tiene más de una hora. Vuelve a contar.",
      "not-running": "Esta acción en lote no está en curso.",
    },
  },
  apiLimits: {
    title: "Límites de API",
    existing: "Límites existentes",
    hint: "Una solicitud a tus API nombra un límite y debe caber en cada uno de sus intervalos. Los planes y las aplicaciones pueden tener otros números.",
    toPlans: "Planes",
    none: "No hay límites de API.",
    create: "Crear un límite de API",
    change: "Cambiar",
    changing: (limit) => `Cambiar ${limit}`,
    save: "Guardar límite",
    remove: "Eliminar límite",
    isConfigured: "Configurado",
    done: {
      created: "El límite está creado.",
      changed: "El límite cambió. Se aplica a partir de la próxima solicitud.",
      deleted: "El límite se eliminó. Se rechazan las solicitudes que lo nombran.",
    },
    per: { application: "Aplicación", user: "Usuario y aplicación" },
    nameHint: "Letras minúsculas, dígitos, guiones y guiones bajos, por ejemplo “exports”.",
    windowsHint:
      "De uno a cuatro, como 10/1s 10000/month: cuántas solicitudes, y en cuántos segundos (s), minutos (m), horas (h) o días (d), o en un mes natural.",
    problems: {
      name: "Un nombre tiene de 1 a 40 letras minúsculas, dígitos, guiones y guiones bajos, y empieza por una letra o un dígito.",
      "name-taken": "Ya hay un límite de API con este nombre.",
      configured: "La configuración tiene un límite con este nombre. Cámbialo allí.",
      windows:
        "Escribe de uno a cuatro intervalos de distinta duración, como 10/1s 10000/month, de hasta 31 días o un mes.",
      "too-many": "Ya hay 100 límites de API. Elimina uno primero.",
      "in-use": "Hay planes con este límite. Quítalo de ellos primero.",
      "changed-since":
        "El límite se cambió o se eliminó en otro lugar desde que abriste esta página. Mira lo que hay ahora.",
    },
    columns: { name: "Nombre", per: "Se cuenta por", windows: "Intervalos" },
  },
  sunsets: {
    title: "Retiradas",
    planned: "Retiradas planificadas",
    hint: "Planifica que algo termine: las respuestas lo anuncian, un apagón lo rechaza algunos minutos de cada hora y después se acaba.",
    nonePlanned: "No hay nada planificado.",
    plan: "Planificar una retirada",
    change: "Cambiar",
    save: "Guardar",
    remove: "Eliminar",
    done: {
      planned: "La retirada está planificada.",
      removed: "La retirada se eliminó. Lo que terminó vuelve a funcionar.",
    },
    everything: "Todo lo de una aplicación",
    oneApplication: "Una aplicación",
    over: "Terminado",
    announced: "Solo se anuncia",
    noBrownout: "Ninguno",
    minutes: (minutes) => `${inMinutes(minutes)} de cada hora`,
    nameHint: "Letras minúsculas, dígitos y guiones, por ejemplo “sha1”.",
    application: "Solo para una aplicación (opcional)",
    applicationHint: "Su clave de consumidor.",
    exempt: "Excepto para aplicaciones (opcional)",
    exemptHint: "Sus ID, una por línea.",
    announce: "Solo anunciar el final y no rechazar nada",
    link: "Enlace para propietarios",
    linkHint: "Donde leen qué hacer. Empieza por https://.",
    brownoutHint:
      "En estos días se rechazan los primeros minutos de cada hora, para que lo note a tiempo quien dependa de ello. Los días son en UTC.",
    from: "Primer día (opcional)",
    until: "Último día (opcional)",
    minutesLabel: "Se rechazan",
    problems: {
      name: "Un nombre empieza por una letra minúscula y tiene hasta 40 letras minúsculas, dígitos y guiones.",
      nothing: "Escribe la aplicación o elige otra cosa.",
      link: "Escribe una URL que empiece por https:// y tenga hasta 200 caracteres.",
      exempt: "Se pueden exceptuar hasta 100 aplicaciones.",
      times: "El final debe ser después de hoy, y el apagón necesita dos días antes del final.",
      "no-application": "No existe esa aplicación.",
      "too-many": "Ya hay 20 retiradas. Elimina una primero.",
      changed: "Esta retirada se cambió o se creó mientras tanto. Mira lo que hay ahora.",
    },
    used: "Quién usa qué",
    usedHint: (days) =>
      `Lo que hacen los clientes y podría retirarse, en los últimos ${days} días. Se cuentan las solicitudes verificadas, con hasta un minuto de retraso.`,
    none: "No se usó nada.",
    traits: {
      "hmac-sha1": "Firmas con HMAC-SHA1",
      query: "Firmas en la consulta de la URL",
      body: "Firmas en el cuerpo",
      bearer: "Tokens de portador de aplicaciones",
      plaintext: "PLAINTEXT en lugar de una firma",
    },
    mistakes:
      "Estas solicitudes se rechazaron. Cualquiera puede enviar una que nombre una aplicación.",
    programs: "Quién usa un programa",
    programHint: (days) =>
      `El principio de su nombre y versión en el User-Agent, por ejemplo “python-requests/2.31”. Se encuentra lo que se usó en los últimos ${days} días.`,
    programProblem: "Escribe de 1 a 60 letras, cifras o signos ASCII, sin espacios.",
    find: "Buscar",
    columns: {
      program: "Programa",
      name: "Nombre",
      ends: "Termina",
      brownout: "Apagón",
      what: "Qué",
      applications: "Aplicaciones",
      application: "Aplicación",
      requests: "Solicitudes",
      rejected: "Rechazadas",
      users: "Usuarios",
      last: "Último día",
      programs: "Programas",
    },
    csv: "Descargar CSV",
  },
  apiKeys: {
    title: "Claves de API",
    hint: "Los programas llaman a la API de administración con una clave. Da a cada programa la suya, porque el registro de auditoría nombra la clave.",
    address: {
      network: {
        what: "Las claves viajan sin TLS.",
        advice:
          "Otras máquinas pueden llegar a la dirección interna. Usa las claves solo en una red privada o a través de un túnel.",
      },
      off: {
        what: "Las claves no funcionan aquí.",
        advice:
          "La dirección interna está desactivada. Define un puerto en COUNTERSIGN_INTERNAL_PORT y reinicia el servicio.",
      },
    },
    name: "Nombre",
    nameHint: "Qué programa usa la clave, por ejemplo “deploy”.",
    role: "Rol",
    roles: {
      viewer: { label: "Lector", hint: "Lo lee todo y no cambia nada." },
      manager: {
        label: "Gestor",
        hint: "También hace lo que hacen los administradores, salvo crear claves de API y cambiar quién es administrador.",
      },
    },
    expires: "Caducidad",
    afterDays: (days) => `En ${inDays(days)}`,
    never: "Nunca",
    create: "Crear clave de API",
    problems: {
      name: "Un nombre tiene de 1 a 64 letras (de la A a la Z), dígitos, puntos, guiones o guiones bajos, y empieza por una letra o un dígito.",
      taken:
        "Ya existe una clave con este nombre. Si no la tienes, revócala aquí abajo y crea una nueva.",
      role: "Elige un rol.",
    },
    existing: "Claves existentes",
    none: "No hay claves de API.",
    columns: {
      name: "Nombre",
      role: "Rol",
      created: "Creación",
      expires: "Caducidad",
      used: "Último uso",
    },
    expired: "Caducada",
    unused: "Nunca",
    rotate: "Rotar",
    rotation: {
      title: "Rotar la clave de API",
      what: "Recibes una clave nueva con el mismo nombre y rol, que verás una sola vez. Los programas deben usarla antes de que termine la actual.",
      overlap: "¿Cuánto tiempo debe seguir funcionando la clave actual?",
      chooseOverlap: "Elige cuánto tiempo sigue funcionando la clave actual.",
      submit: "Rotar clave de API",
      done: "Clave de API rotada",
      since: "La clave se rotó o se revocó mientras tanto. Mira lo que hay ahora.",
      previousUntil: "La clave anterior funciona hasta el",
      previousEnded: "La clave anterior ya no funciona.",
    },
    revoke: "Revocar",
    revokeHint:
      "Los programas que la usan se rechazan desde la siguiente solicitud. No se puede deshacer.",
    revokeNow: "Revocar esta clave",
    revoked: "Clave de API revocada. Ya no funciona, pero lo que creó sigue ahí.",
    whatItDid: "Ver qué hizo",
    created: "Clave de API creada",
    key: "Clave de API",
    use: "Los programas la envían en la cabecera Authorization, después de la palabra Bearer.",
    back: "Todas las claves de API",
  },
  settings: {
    title: "Configuración",
    signUp: "Quién puede crear una cuenta",
    ways: {
      open: {
        label: "Cualquiera",
        hint: "La página de inicio de sesión enlaza con el registro.",
      },
      invitation: {
        label: "Usuarios con invitación",
        hint: "Tú creas las invitaciones, una para cada cuenta.",
      },
      closed: {
        label: "Nadie",
        hint: "Tú creas las cuentas en la línea de comandos. Las invitaciones no funcionan.",
      },
    },
    secondFactor: "Verificación en dos pasos",
    secondFactorHint:
      "Los usuarios la configuran en su cuenta, con una aplicación de autenticación o una llave de acceso. Si es obligatoria, quienes no la hayan configurado pierden el acceso cuando termina el plazo.",
    requirements: {
      nobody: { label: "Opcional", hint: "Cada usuario decide." },
      admins: {
        label: "Obligatoria para los administradores",
        hint: "El plazo no vuelve a empezar para quien llegue a ser administrador más tarde.",
      },
      everybody: {
        label: "Obligatoria para todos",
        hint: "Las cuentas nuevas tienen el mismo plazo.",
      },
    },
    grace: "Plazo para configurarla",
    graceHint: "Empieza cuando la exiges. Cada usuario ve cuántos días le quedan.",
    graceDays: (days) => (days === 0 ? "Ninguno" : `${days} días`),
    testEmail: {
      title: "Correo de prueba",
      hint: (address, server) =>
        sentence`Envía un correo a ${address} a través de ${server} y muestra la respuesta del servidor.`,
      send: "Enviar un correo de prueba",
      accepted: (server, address) =>
        sentence`${server} aceptó el correo para ${address}. Si no llega, mira en la carpeta de spam.`,
      failed: "El correo no se envió.",
      problems: {
        unreachable: "No se puede conectar con el servidor de correo.",
        tls: "No se puede usar el TLS del servidor de correo.",
        login: "El servidor de correo rechazó el usuario o la contraseña.",
        rejected: "El servidor de correo rechazó el remitente o el destinatario.",
        dropped: "El servicio se detuvo antes de enviarlo.",
        other: "El servidor de correo no lo aceptó.",
      },
      tooOften: "Ya has enviado varios correos.",
      later: (minutes) => `Inténtalo de nuevo en ${inMinutes(minutes)}.`,
      noServer:
        "No hay ningún servidor de correo configurado, así que el servicio no envía correos: COUNTERSIGN_SMTP_URL",
      noAddress:
        "Tu cuenta no tiene correo electrónico. [Añade uno] para enviarle un correo de prueba.",
    },
    brand: "Lo que ven los usuarios",
    save: "Guardar",
    saved: "Guardado. El cambio ya está en vigor.",
    changedSince:
      "Los ajustes cambiaron en otro lugar desde que abriste esta página. Se muestran como están ahora. Revísalos y guarda otra vez.",
    configuration: "Variables de configuración",
    groups: {
      address: {
        title: "Dirección",
        guide: "Dónde usuarios y aplicaciones encuentran el servicio: docs/guide/tls.md",
      },
      storage: {
        title: "Almacenamiento y claves",
        guide: "Dónde se guardan los datos y las claves: docs/guide/running.md",
      },
      backups: {
        title: "Copias de seguridad",
        guide: "Copias de seguridad periódicas: docs/guide/backups.md",
      },
      behavior: {
        title: "Cuentas y límites",
        guide: "Qué pueden hacer usuarios y aplicaciones, y cuántas veces: docs/guide/settings.md",
      },
      branding: {
        title: "Marca",
        guide: "Nombre, logotipo, colores y textos de las páginas: docs/guide/branding.md",
      },
      documentation: {
        title: "Documentación",
        guide: "Lo que leen los desarrolladores, y tus propias páginas: docs/guide/portal.md",
      },
      mail: { title: "Correo", guide: "El servidor de correo: docs/guide/email.md" },
      signIn: {
        title: "Inicio de sesión",
        guide: "Formas de iniciar sesión: docs/guide/single-sign-on.md",
      },
      verification: {
        title: "Verificación",
        guide: "Cómo tus API verifican solicitudes: docs/guide/protect-your-api.md",
      },
      requestLog: {
        title: "Registro de solicitudes",
        guide: "Qué solicitudes se guardan para sus propietarios: docs/guide/portal.md",
      },
      webhooks: {
        title: "Avisos por webhook",
        guide: "A dónde se envían los eventos: docs/guide/events.md",
      },
    },
    defaults: (count) => `${count} por defecto`,
    configurationHint:
      "Se leen de las variables de entorno cuando se inicia el servicio. Los secretos no se muestran. docs/reference/config.md las describe todas por completo.",
  },
  webhooks: {
    title: "Entrega de eventos",
    hint: "Los eventos esperan hasta que el receptor los acepta. Cada uno se reintenta durante tres días y después se descarta.",
    none: "Los eventos no se envían a ningún sitio. COUNTERSIGN_WEBHOOKS indica quién los recibe, y docs/guide/events.md describe cómo.",
    works: "Funciona",
    failing: "Falla",
    waiting: "En espera",
    dropped: "Descartados",
    failingSince: "Falla desde",
    failure: "Último fallo",
    next: "Próximo intento",
    waitingFor: (receiver) => `Eventos en espera para ${receiver}`,
    columns: {
      event: "Evento",
      since: "Registrado",
      rejected: "Veces rechazado",
      next: "Próximo intento",
      why: "Motivo",
    },
    due: "Ahora",
    all: "Ver todos los eventos en espera",
    retry: "Reintentar ahora",
    done: {
      retried:
        "Todos los eventos en espera se reintentan ahora. Vuelve a cargar esta página para ver el resultado.",
    },
    allDue: "No queda nada que reintentar.",
    status: "Respuesta",
    failures: {
      ETIMEDOUT: "Sin respuesta a tiempo",
      ECONNREFUSED: "Conexión rechazada",
      ECONNRESET: "Conexión cerrada",
      ENOTFOUND: "Nombre de host no encontrado",
      EAI_AGAIN: "Nombre de host no resuelto",
      EHOSTUNREACH: "No se puede llegar al host",
      ERR_NOT_PUBLIC: "No es una dirección pública",
      ENOSPC: "Sin espacio en el disco",
      EACCES: "Sin permiso de escritura",
      UNKNOWN: "El motivo está en el registro del servicio",
    },
    certificate: "Certificado no aceptado",
    error: "Otro error",
  },
  unusedAccess: {
    title: "Acceso sin uso",
    hint: `El acceso de una aplicación a la cuenta de un usuario puede terminar si no se usa. ${unusedNoticeDays} días antes, el usuario recibe un correo, si su dirección está verificada, y un aviso en su página de aplicaciones. Si hasta entonces la aplicación usa el acceso, o el usuario lo vuelve a permitir, se conserva.`,
    off: "El acceso no termina por sí solo.",
    on: (days) => `El acceso termina tras ${numbers.format(days)} días sin uso.`,
    configured: "COUNTERSIGN_UNUSED_ACCESS_DAYS lo establece. Cámbialo allí.",
    days: "Días sin uso",
    daysHint: (from, to) => `De ${numbers.format(from)} a ${numbers.format(to)}.`,
    wrong: (from, to) => `Escribe un número entero de ${from} a ${to}, sin separadores.`,
    count: "Contar lo que terminaría",
    after: (days) => `Tras ${numbers.format(days)} días sin uso`,
    counted: (grants, users) =>
      `Accesos que terminan dentro de ${unusedNoticeDays} días si no se usan antes: ${numbers.format(grants)}. Usuarios que reciben un aviso ahora: ${numbers.format(users)}.`,
    nothing:
      "Ningún acceso lleva tanto tiempo sin uso. Cada uno recibe su aviso a su debido tiempo.",
    turnOn: (days) => `Terminar el acceso tras ${numbers.format(days)} días`,
    turnOff: "Desactivar",
    turnOffHint: "El acceso ya no termina por sí solo, y los avisos enviados quedan sin efecto.",
    done: {
      on: "Guardado. Los avisos empiezan en menos de un minuto.",
      off: "Guardado. El acceso ya no termina por sí solo.",
    },
    changedSince:
      "El ajuste se cambió en otro lugar desde que abriste esta página. Mira cómo está ahora.",
  },
  suspension: {
    title: {
      user: "Suspender esta cuenta",
      suspended: "Suspensión",
    },
    hint: "Mientras esté suspendida, este usuario no puede iniciar sesión y las aplicaciones no tienen acceso a la cuenta. No se elimina nada.",
    reason: "Motivo",
    reasonHint: {
      user: "Se muestra al usuario cuando inicia sesión con la contraseña correcta. Hasta 200 caracteres.",
      application:
        "Se muestra al propietario en el portal para desarrolladores. Hasta 200 caracteres.",
    },
    problems: {
      missing: "Escribe un motivo.",
      "too-long": "El motivo puede tener hasta 200 caracteres en una sola línea.",
    },
    suspend: "Suspender",
    because: (reason) => sentence`Motivo de la suspensión: ${reason}`,
    restoreHint: "Después de reactivar, todo vuelve a funcionar de inmediato.",
    restore: "Reactivar",
    changedSince:
      "La suspensión cambió mientras esta página estaba abierta. Revisa el motivo nuevo y reactiva otra vez.",
  },
  applications: {
    noneYet: "Todavía no hay aplicaciones.",
    lastUsed: "Último uso",
    waitingOnly: "Solo con esquema sin confirmar",
    title: "Aplicaciones",
    label: "Buscar aplicaciones",
    hint: "Nombre, consumer key o ID",
    owner: "Propietario",
  },
  application: {
    title: (application) => sentence`Aplicación: ${application}`,
    website: "Sitio web",
    description: "Descripción",
    access: "Acceso",
    levels: { read: "Lectura", write: "Lectura y escritura" },
    callbacks: "URL de callback",
    noCallbacks: "Ninguna (usa PIN)",
    signIn: "Omite el consentimiento a quienes ya dieron acceso",
    requestEmail: "Pide el correo electrónico",
    networks: "Redes permitidas",
    everyNetwork: "todas las redes",
    bearerOnly: "(solo el token bearer)",
    requireSha256: "Exige SHA-256",
    secretSet: "Secreto creado",
    approval: {
      title: "Aprobación",
      changeTitle: "Cambio por aprobar",
      hint: "Hasta que la apruebes, la aplicación solo funciona para la cuenta de su propietario.",
      changeHint: "La aplicación funciona como antes hasta que apruebes el cambio.",
      withdraw: "Retirar la aprobación",
      withdrawHint:
        "Desde la próxima solicitud, la aplicación solo funciona para la cuenta de su propietario. No se elimina nada.",
      text: "Pregunta o motivo",
      because: "Motivo",
      textHint: "El propietario lo ve. Hasta 200 caracteres.",
      approve: "Aprobar",
      ask: "Preguntar al propietario",
      decline: "Rechazar",
      changedSince: "La aplicación cambió desde que abriste esta página. Revísala otra vez.",
    },
    schemes: {
      title: "Esquemas de callback",
      hint: "Las URL de callback con estos esquemas no funcionan hasta que los confirmes. Cualquier aplicación puede usar el mismo esquema, así que confírmalo solo si sabes de quién es.",
      waiting: "Algunas URL de callback todavía no funcionan: confirma sus esquemas.",
      confirm: (scheme) => sentence`Confirmar ${`${scheme}://`}`,
    },
    limits: {
      title: "Límites",
      hint: "Solicitudes cada 15 minutos. Los límites de tus propias API (api/…) tienen su propio intervalo. Deja un campo vacío para usar el valor predeterminado. Los cambios se aplican a partir de la próxima solicitud.",
      off: "Los límites están desactivados en la configuración.",
      areOff: "Desactivados",
      operation: "Operación",
      usual: "Predeterminado",
      own: "Esta aplicación",
      ownFor: (operation) => `Límite de ${operation} para esta aplicación`,
      problem: "Escribe un número entero de 1 a 1.000.000.",
      changedSince:
        "Los límites cambiaron en otro lugar desde que abriste esta página. Se muestran como están ahora. Revísalos y guarda otra vez.",
      save: "Guardar límites",
      plan: {
        title: "Plan",
        usual: (plan) => `Predeterminado (${plan})`,
        none: "Ninguno",
        save: "Guardar plan",
      },
    },
    move: {
      hint: "No se pregunta al nuevo propietario. El propietario actual pierde el acceso. Las claves, los tokens y los usuarios no cambian.",
      screenName: "Nombre de usuario del nuevo propietario",
      submit: "Cambiar de propietario",
      problems: {
        missing: "Escribe un nombre de usuario.",
        unknown: "Nadie tiene este nombre de usuario.",
        "is-owner": "Este usuario ya es el propietario.",
      },
    },
    bearer: {
      title: "Bearer token",
      hint: "Los clientes que lo usan son rechazados a partir de la próxima solicitud. Un cliente que tiene el consumer secret puede obtener otro; si el secreto se filtró, el propietario debe regenerarlo.",
      end: "Revocar bearer token",
    },
    contain: {
      title: "Contener una filtración",
      hint: "Lo que interrumpe cada paso, antes de darlo",
      more: "Más pasos",
      suspend: {
        title: "Suspender la aplicación",
        done: "La aplicación está suspendida",
        what: (count, requests) =>
          `Todas sus solicitudes se rechazan enseguida: ${users(count, "dio acceso", "dieron acceso")}, ${inRequests(requests)} en la última hora. Se deshace con un toque.`,
        reason: "Puede que su consumer secret se haya filtrado.",
        undo: "Deshacer",
      },
      endSecret: {
        title: "Anular el consumer secret",
        choose: "Anular secreto…",
        what: (count, requests) =>
          `El propietario crea uno nuevo; hasta entonces se rechazan las solicitudes firmadas: ${users(count, "dio acceso", "dieron acceso")}, ${inRequests(requests)} en la última hora. Nadie tiene que volver a dar acceso.`,
        also: "También se anulan el secreto anterior y los bearer tokens. No se puede deshacer. Se avisa al propietario, que crea el secreto nuevo en el portal; tú no lo ves.",
        submit: "Anular el secreto",
        ended: "Está anulado y el propietario aún no creó otro. Anulado:",
      },
      revoke: {
        title: "Revocar access tokens",
        choose: "Elegir…",
        what: (count) =>
          `Todo el acceso (${users(count, "dio acceso", "dieron acceso")}), o solo una parte.`,
        sinceWhen: "Tokens usados desde direcciones nuevas a partir del",
        newOnly: {
          title: "Solo los tokens usados desde direcciones nuevas",
          what: "Una dirección es nueva durante su primer día. Esos usuarios tienen que volver a dar acceso. No se puede deshacer.",
          since: "Usados desde (UTC)",
          count: "Contar",
          submit: "Revocar estos tokens",
        },
        all: {
          title: "Todo el acceso",
          what: (count) =>
            `${users(count, "tiene que volver a dar acceso", "tienen que volver a dar acceso")}, y el bearer token se revoca. No se puede deshacer.`,
          submit: "Revocar todo el acceso",
        },
      },
      tell: {
        title: "Avisar al propietario",
        choose: "Escribir…",
        what: "El propietario y los editores reciben un correo, y el portal muestra el mensaje.",
        noAddress: (owner) => sentence`${owner} no recibe ningún correo.`,
        emailed: (owner) => sentence`${owner} recibe un correo.`,
        instead:
          "No hay una dirección verificada, o este servicio no envía correo. El portal muestra el mensaje y puedes copiarlo.",
        message: "Mensaje",
        usual:
          "Puede que el consumer secret de tu aplicación se haya filtrado. Crea uno nuevo en el portal.",
        hint: "Texto sin formato, hasta 200 caracteres. El resto del correo está en el idioma del propietario.",
        submit: "Enviar",
        last: "Último mensaje:",
      },
    },
    keyUse: {
      requests: "Solicitudes, 24 h",
      rejected: "Rechazadas",
      share: (now, before) => `${now}, antes ${before}`,
      users: "Usuarios",
      canWrite: (count) => `${numbers.format(count)} con escritura`,
      addresses: "Direcciones, 24 h",
      areNew: (count) => `${numbers.format(count)} nuevas`,
      requestsTitle: "Solicitudes",
      facts: "Datos",
      events: "Últimos eventos",
      sources: {
        title: "Qué usa la clave",
        hint: "24 h, por dirección",
        none: "Sin solicitudes en las últimas 24 horas.",
        address: "Dirección",
        program: "Programa",
        requests: "Solicitudes",
        firstSeen: "Vista por primera vez",
        rejected: "Rechazadas",
        isNew: "Nueva",
        others: "Todas las demás",
        unknown: "Desconocido",
      },
    },
    done: {
      suspended: "Aplicación suspendida. Sus solicitudes se rechazan a partir de la próxima.",
      restored: "Aplicación reactivada. Todo vuelve a funcionar como antes.",
      "limits-changed": "Límites guardados.",
      "bearer-token-revoked":
        "Bearer token revocado. Sus solicitudes se rechazan a partir de la próxima.",
      "scheme-confirmed": "Esquema confirmado. Sus URL de callback ya funcionan.",
      transferred: "Propietario cambiado.",
      "secret-revoked":
        "Consumer secret anulado. Las solicitudes firmadas con él se rechazan a partir de la próxima.",
      "secret-changed": "No se cambió nada. El secreto ya se había anulado o sustituido.",
      "access-revoked":
        "Acceso revocado. Esos tokens se rechazan a partir de la próxima solicitud.",
      "access-revoked-in-part":
        "Se revocó una parte del acceso. Elige “Revocar todo el acceso” otra vez para el resto.",
      "new-access-revoked-in-part":
        "Se revocó una parte de estos tokens. Elige “Revocar estos tokens” otra vez para el resto.",
      approved: "Aprobada.",
      "approval-asked": "Pregunta enviada.",
      declined: "Rechazada.",
      "owner-notified": "El portal muestra el mensaje.",
    },
  },
};

const numbers = numbersIn("es");
