import { sentence } from "../../sentence.ts";
import type {
  ApplicationsTexts,
  ApplicationTexts,
  CreationTexts,
  DeletionTexts,
} from "../../texts/portal/application-list.ts";
import { inApplications, inRequests, people } from "../counts.ts";

export const applications: ApplicationsTexts = {
  title: "Mis aplicaciones",
  none: "Todavía no tienes aplicaciones.",
  noneAdvice:
    "Crea una para obtener una consumer key y un consumer secret. Con ellos, tu programa puede pedir a las personas acceso a sus cuentas.",
  create: "Crear una aplicación",
  access: { read: "Lectura", write: "Lectura y escritura" },
  states: { active: "Activa", suspended: "Suspendida" },
  requests: (count) =>
    count === 0 ? "Sin solicitudes en el último día" : `${inRequests(count)} en el último día`,
  madeOn: "Creada el",
  suspendedBecause: "Motivo de la suspensión:",
  deleted: "La aplicación está eliminada. Nada de ella funciona ya.",
  search: "Buscar por nombre",
  order: "Ordenar por",
  orders: { name: "Nombre", newest: "Más recientes" },
  show: "Mostrar",
  total: (count) => inApplications(count),
  nothingFound: "Ninguna aplicación coincide.",
  nothingFoundAdvice: "Revisa el nombre o borra la búsqueda.",
};

export const creation: CreationTexts = {
  title: "Crear una aplicación",
  what: "Podrás cambiar todo esto más adelante.",
  submit: "Crear aplicación",
  notCreated: "No se creó nada.",
  tooMany: (most) =>
    `Tienes ${most} aplicaciones, el máximo por persona. Elimina antes una de ellas.`,
  created: (application) => sentence`${application} está creada`,
  consumerKey: "Consumer key",
  consumerSecret: "Consumer secret",
  shownOnce: {
    what: "El secreto solo se muestra esta vez.",
    advice: "Cópialo ahora al lugar donde lo lee tu programa. Si se pierde, puedes crear otro.",
  },
  goOn: "Ir a la aplicación",
};

export const application: ApplicationTexts = {
  tabsLabel: "Páginas de esta aplicación",
  tabs: {
    overview: "Resumen",
    keys: "Claves y tokens",
    settings: "Ajustes",
    usage: "Uso",
    users: "Usuarios",
    collaborators: "Colaboradores",
    programs: "Probar",
    delete: "Zona de peligro",
  },
  title: (application) => sentence`Aplicación ${application}`,
  notes: {
    saved: "La configuración se guardó.",
    "created-before":
      "Esta aplicación ya estaba creada, así que no se hizo nada dos veces. Su secreto no se vuelve a mostrar; si no lo tienes, crea otro.",
    invited: "Invitación enviada.",
    "role-changed": "El rol cambió.",
    removed: "Esta persona ya no tiene acceso.",
    joined: "Ya puedes trabajar en esta aplicación.",
    owned:
      "Esta aplicación ya es tuya. El propietario anterior conoce sus secretos, así que crea otros.",
    offered: "Oferta enviada. La aplicación sigue siendo tuya hasta que se acepte.",
    withdrawn: "Oferta retirada.",
  },
  suspended: {
    what: "Esta aplicación está suspendida.",
    advice:
      "Nada que se firme con sus claves funciona, y no se pueden crear claves. Este es el motivo:",
  },
  mixedAlphabets: {
    what: "El nombre mezcla letras que se parecen.",
    advice: "Las personas reciben un aviso de eso cuando la aplicación les pide acceso.",
  },
  waiting: {
    what: (schemes) => `Las URL de callback de ${schemes} esperan a un operador.`,
    advice:
      "Las peticiones con ellas se rechazan hasta que un operador de este servicio confirme el esquema. Un esquema que es tu dominio al revés, como com.example.app, no necesita confirmación.",
  },
  consumerKey: "Consumer key",
  access: "Acceso",
  made: "Creada el",
  website: "Sitio web",
  owner: "Propietario",
  role: "Tu rol",
  requests: "Solicitudes en el último día",
  refused: "Rechazadas en el último día",
  people: "Personas que dieron acceso",
  back: (application) => sentence`Volver a ${application}`,
};

export const deletion: DeletionTexts = {
  title: "Eliminar la aplicación",
  forGood:
    "Esto no se puede deshacer. Sus claves y todos sus tokens dejan de valer de inmediato, y los programas que los usan son rechazados.",
  nobody: "Nadie le ha dado acceso.",
  people: (count, orMore) =>
    `${orMore ? "Al menos " : ""}${people(count, "le dio acceso y lo perderá", "le dieron acceso y lo perderán")}.`,
  typeName: (application) => sentence`Para confirmar, escribe el nombre: ${application}`,
  submit: "Eliminar aplicación",
  notDeleted: "La aplicación no se eliminó.",
  problems: {
    "other-name": "Ese no es el nombre de esta aplicación. Se distinguen mayúsculas y minúsculas.",
  },
};
