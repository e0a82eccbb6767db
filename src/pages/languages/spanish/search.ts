import { sentence } from "../sentence.ts";

export const search = {
  title: "Buscar",
  submit: "Buscar",
  field: "Busca, o pega una clave o un token",
  loading: "Buscando…",
  failed:
    "La búsqueda no está disponible en este momento. Pulsa Intro para intentarlo en una página aparte.",
  none: "No hay resultados.",
  noneAdvice: "Puedes buscar nombres y páginas, o pegar un ID, una clave o un token completos.",
  groups: {
    applications: "Aplicaciones",
    users: "Usuarios",
    actions: "Acciones",
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
  recognizes:
    "También reconoce consumer keys, consumer secrets, access tokens, bearer tokens, claves de API y enlaces de invitación o de restablecimiento.",
  inUrl: {
    title: "No se ha buscado",
    happened: "Parece una clave o un token, y ha llegado en una URL.",
    meaning:
      "Las URL se quedan en los historiales de los navegadores y en los registros. No se ha buscado. Si es un secreto que aún funciona, sustitúyelo.",
    advice: "Pégalo en el campo de arriba. Lo que pegas ahí nunca forma parte de una URL.",
  },
};
