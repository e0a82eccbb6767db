import { sentence } from "../sentence.ts";
import { inRequests } from "./counts.ts";

export const search = {
  title: "Buscar",
  submit: "Buscar",
  field: "Busca, o pega una clave o un token",
  loading: "Buscando…",
  failed:
    "La búsqueda no está disponible en este momento. Pulsa Intro para intentarlo en una página aparte.",
  tooMany: "Has buscado demasiadas veces. Inténtalo de nuevo dentro de unos minutos.",
  none: "No hay resultados.",
  noneAdvice: "Puedes buscar nombres y páginas, o pegar un ID, una clave o un token completos.",
  groups: {
    applications: "Aplicaciones",
    users: "Usuarios",
    actions: "Acciones",
    requests: "Solicitudes",
    pages: "Páginas y guías",
  },
  actions: {
    suspend: (application: string) => sentence`Suspender ${application}…`,
    events: (application: string) => sentence`Ver los eventos de ${application}`,
    keys: (application: string) => sentence`Claves y tokens de ${application}`,
    usage: (application: string) => sentence`Uso de ${application}`,
    inviteUser: "Invitar a un usuario",
    createApiKey: "Crear una clave de API",
    createApplication: "Crear una aplicación",
    downloadData: "Descargar tus datos",
    signOutElsewhere: "Cerrar sesión en otros dispositivos",
  },
  keys: { choose: "elegir", open: "abrir", close: "cerrar", also: "también la abre" },
  recognizes: {
    admin:
      "También reconoce consumer keys, consumer secrets, access tokens, bearer tokens, claves de API, ID de solicitudes y enlaces de invitación o de restablecimiento.",
    own: "También reconoce los consumer keys, consumer secrets, access tokens, bearer tokens e ID de solicitudes de tus aplicaciones.",
  },
  credential: {
    kinds: {
      "consumer-key": "Consumer key",
      "consumer-secret": "Consumer secret",
      "access-token": "Token de acceso",
      "access-token-secret": "Secreto del token de acceso",
      "bearer-token": "Bearer token",
      "request-token": "Token de solicitud",
      "api-key": "Clave de API",
      link: "Enlace",
    },
    links: {
      invitation: "Enlace de invitación",
      "password-reset": "Enlace para restablecer la contraseña",
      "account-recovery": "Enlace para recuperar la cuenta",
      admin: "Enlace de administrador",
      email: "Enlace para verificar el correo electrónico",
    },
    of: (whose: string) => sentence`de ${whose}`,
    states: {
      active: "Activa",
      "application-suspended": "Aplicación suspendida",
      "application-unapproved": "Aplicación sin aprobar",
      "user-suspended": "Usuario suspendido",
      ended: "Ya no funciona",
    },
    owner: (owner: string) => sentence`de ${owner}`,
    user: (user: string) => sentence`usuario ${user}`,
    created: "fecha de creación:",
    lastUsed: "último uso:",
    inUse: (requests: number) => `en uso: ${inRequests(requests)} en la última hora`,
    end: "Anular…",
    use: "Ver qué la ha usado",
    forgotten:
      "Lo que has pegado se envió en el cuerpo de una solicitud, se comparó y se olvidó. No está en ninguna URL ni en ningún registro.",
    recorded:
      "El registro de auditoría dice que has buscado esta credencial, no lo que has pegado.",
  },
  inUrl: {
    title: "No se ha buscado",
    happened: "Parece una clave o un token, y ha llegado en una URL.",
    meaning:
      "Las URL se quedan en los historiales de los navegadores y en los registros. No se ha buscado. Si es un secreto que aún funciona, sustitúyelo.",
    advice: "Pégalo en el campo de arriba. Lo que pegas ahí nunca forma parte de una URL.",
  },
};
