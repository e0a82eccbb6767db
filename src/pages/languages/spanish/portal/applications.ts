import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";
import { inApplications, inRequests, users } from "../counts.ts";

export const applications: Texts["portal"]["applications"] = {
  title: "Mis aplicaciones",
  none: "Todavía no tienes aplicaciones.",
  steps: {
    create: {
      what: "Crea una aplicación",
      how: "Recibe una consumer key y un consumer secret, que se muestra una sola vez.",
    },
    call: {
      what: "Llama al servicio",
      how: "Para la primera llamada, cambia ambos por un bearer token. «Probar» tiene programas en varios lenguajes que también firman llamadas.",
    },
    follow: {
      what: "Mira lo que llega",
      how: "«Solicitudes» muestra cada llamada de tu aplicación y, si se rechazó, por qué.",
    },
  },
  create: "Crear una aplicación",
  access: { read: "Lectura", write: "Lectura y escritura" },
  states: { active: "Activa", suspended: "Suspendida", unapproved: "Sin aprobar" },
  requests: (count) =>
    count === 0 ? "Sin solicitudes en el último día" : `${inRequests(count)} en el último día`,
  neverCalled: "Sin llamadas todavía",
  lastCall: "Última llamada:",
  rejected: (share) => `${share} rechazadas`,
  usesEnd: "Algo que usa termina el",
  suspendedBecause: "Motivo de la suspensión:",
  deleted: "Aplicación eliminada. Sus claves y tokens ya no funcionan.",
  search: "Buscar por nombre",
  order: "Ordenar por",
  orders: { name: "Nombre", newest: "Más recientes" },
  show: "Mostrar",
  total: (count) => inApplications(count),
  nothingFound: "Ninguna aplicación coincide.",
  nothingFoundAdvice: "Revisa el nombre o [borra la búsqueda].",
};

export const creation: Texts["portal"]["creation"] = {
  title: "Crear una aplicación",
  what: "Podrás cambiar todo esto más adelante.",
  submit: "Crear aplicación",
  ownToken: {
    label: "Crear mi propio access token",
    hint: "Así tu programa puede firmar llamadas en tu nombre enseguida. Tiene el acceso elegido arriba.",
  },
  notCreated: "La aplicación no se creó.",
  tooMany: (most) => `Has llegado al máximo de ${most} aplicaciones. Primero elimina una.`,
  otherAccount: "Abriste este formulario con otra cuenta. Revísalo y envíalo otra vez.",
  created: (application) => sentence`Se creó ${application}`,
  consumerKey: "Consumer key",
  consumerSecret: "Consumer secret",
  shownOnce: {
    what: "El secreto se muestra una sola vez.",
    advice:
      "Cópialo ahora y guárdalo donde tu programa pueda leerlo. Si lo pierdes, puedes regenerarlo.",
  },
  goOn: "Ir a la aplicación",
};

export const application: Texts["portal"]["application"] = {
  tabsLabel: "Páginas de esta aplicación",
  tabs: {
    overview: "Resumen",
    keys: "Claves y tokens",
    settings: "Ajustes",
    usage: "Uso",
    users: "Usuarios",
    collaborators: "Colaboradores",
    programs: "Probar",
    requests: "Solicitudes",
    check: "Depurar una firma",
    delete: "Transferir o eliminar",
  },
  title: (application) => sentence`Aplicación ${application}`,
  notes: {
    saved: "Ajustes guardados.",
    "created-before":
      "Esta aplicación ya estaba creada, así que no se creó otra vez. Su secreto no se vuelve a mostrar. Si no lo tienes, regenéralo.",
    invited: "Invitación enviada.",
    "role-changed": "Rol cambiado.",
    removed: "Este usuario ya no tiene acceso.",
    joined: "Ya puedes trabajar en esta aplicación.",
    owned:
      "Esta aplicación ya es tuya. El propietario anterior conoce sus secretos, así que regenéralos.",
    offered: "Oferta enviada. La aplicación sigue siendo tuya hasta que se acepte.",
    withdrawn: "Oferta retirada.",
    "approval-asked": "Enviado. Esta página muestra la decisión.",
    "taken-back": "Se retiró el cambio.",
    waits:
      "Guardado. Lo que necesita aprobación espera a un administrador; el resto ya está en vigor.",
  },
  suspended: {
    what: "Esta aplicación está suspendida.",
    advice: "Sus claves no funcionan y no puedes crear otras. Motivo:",
  },
  administratorsNotice: "Mensaje de un administrador:",
  mixedAlphabets: {
    what: "El nombre mezcla letras que se parecen.",
    advice: "Los usuarios ven una advertencia cuando la aplicación les pide acceso.",
  },
  waiting: {
    what: (schemes) =>
      sentence`Las URL de callback con ${schemes} necesitan la confirmación de un administrador.`,
    advice:
      "Las solicitudes con ellas se rechazan hasta que un administrador las confirme. Un esquema que es tu dominio al revés, como com.example.app, no necesita confirmación.",
  },
  firstCall: {
    title: "Haz tu primera llamada",
    count: (done, all) => `${done} de ${all} hechos`,
    done: "Hecho",
    created: "Crear la aplicación y guardar su secreto",
    token: {
      title: "Crear tu propio access token",
      how: "Con él, tus programas firman llamadas en tu nombre.",
      action: "Crear un access token",
    },
    call: {
      title: "Ejecutar un programa",
      how: "Elige Python, JavaScript, PHP, Go o curl. Esta página te avisa cuando llega la primera llamada.",
      action: "Mostrar los programas",
    },
    rejected: { what: "Se rechazó una llamada.", action: "Ver por qué" },
    arrived: "La primera llamada llegó el",
  },
  consumerKey: "Consumer key",
  access: "Acceso",
  plan: "Plan",
  made: "Creada el",
  website: "Sitio web",
  owner: "Propietario",
  role: "Tu rol",
  requests: "Solicitudes en el último día",
  endings: {
    title: "Lo que se retira",
    hint: (days) =>
      `El servicio retira algo que esta aplicación usa. Cambia su programa antes de ese día. Las solicitudes son las de los últimos ${days} días.`,
    link: "Qué hacer",
    everything: "Todo lo de esta aplicación",
  },
  rejected: "Rechazadas en el último día",
  users: "Usuarios que dieron acceso",
};

export const deletion: Texts["portal"]["deletion"] = {
  title: "Eliminar la aplicación",
  forGood: "Esto no se puede deshacer. Sus claves y tokens dejan de funcionar de inmediato.",
  noUsers: "Nadie le ha dado acceso.",
  users: (count, orMore) =>
    `${orMore ? "Al menos " : ""}${users(count, "le dio", "le dieron")} acceso. Esas conexiones dejarán de funcionar.`,
  typeName: (application) => sentence`Para confirmar, escribe el nombre: ${application}`,
  submit: "Eliminar aplicación",
  notDeleted: "La aplicación no se eliminó.",
  problems: {
    "other-name": "Ese no es el nombre de esta aplicación. Se distinguen mayúsculas y minúsculas.",
  },
};

export const approval: Texts["portal"]["approval"] = {
  title: "Aprobación",
  hint: "Un administrador revisa cada aplicación nueva. Hasta que la apruebe, solo funciona para tu propia cuenta.",
  purpose: "¿Para qué es la aplicación?",
  expectedUsers: "¿Quién la usará y cuántos usuarios?",
  problem: (most) => `Escribe entre 1 y ${most} caracteres.`,
  states: {
    approved: "Aprobada",
    waiting: "Espera la aprobación",
    asked: "Con una pregunta",
    declined: "Sin aprobar",
  },
  what: {
    waiting: "La aplicación espera la aprobación de un administrador.",
    asked: "Un administrador pregunta algo antes de decidir.",
    declined: "Un administrador rechazó la aplicación.",
  },
  ownerOnly: (owner) => sentence`Hasta que se apruebe, solo funciona para la cuenta de ${owner}.`,
  changeWaits: "Un cambio de la aplicación espera la aprobación de un administrador.",
  asBefore: "Hasta entonces funciona como antes.",
  question: "Pregunta:",
  reason: "Motivo:",
  access: "Acceso tras la aprobación",
  callbacks: "URL de callback tras la aprobación",
  notSent: "No se envió nada",
  submit: "Pedir la aprobación",
  takeBack: "Retirar el cambio",
};
