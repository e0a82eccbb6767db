import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const shell: Texts["shell"] = {
  areasLabel: "Navegación principal",
  admins: "tu administrador",
  crumbs: "Ruta de navegación",
  menu: "Menú",
  groups: { security: "Seguridad", you: "Tus datos", directory: "Directorio", service: "Servicio" },
  skip: "Ir al contenido",
  problem: (title) => `Error: ${title}`,
  checkMarked: "Revisa los campos señalados abajo.",
  areas: { account: "Cuenta", portal: "Portal para desarrolladores", admin: "Administración" },
  sections: {
    account: {
      overview: "Resumen",
      applications: "Aplicaciones",
      signIn: "Formas de iniciar sesión",
      profile: "Perfil",
      sessions: "Sesiones",
      notifications: "Avisos",
      events: "Eventos",
    },
    portal: { applications: "Aplicaciones", invitations: "Invitaciones", docs: "Documentación" },
    admin: {
      overview: "Resumen",
      users: "Usuarios",
      applications: "Aplicaciones",
      invitations: "Invitaciones",
      apiKeys: "Claves de API",
      audit: "Registro de auditoría",
      plans: "Planes",
      bulkActions: "Acciones en lote",
      sunsets: "Retiradas",
      settings: "Configuración",
    },
  },
  signedInAs: (user) => sentence`Sesión iniciada como ${user}`,
  signOut: "Cerrar sesión",
  nextPage: "Página siguiente",
  previousPage: "Página anterior",
  language: "Idioma",
  theme: { title: "Tema", names: { system: "Sistema", light: "Claro", dark: "Oscuro" } },
  timeZone: {
    title: "Zona horaria",
    label: "Horas de todas las páginas",
    browser: "La del navegador",
    hint: "Sin JavaScript no se conoce la zona horaria del navegador, y las horas se muestran en UTC. Los días de uso son siempre en UTC.",
    submit: "Guardar",
    cancel: "Cancelar",
  },
  script: {
    copies: {
      accessToken: "Copiar el token de acceso",
      accessTokenSecret: "Copiar el secreto del token de acceso",
      apiKey: "Copiar la clave de API",
      baseString: "Copiar la cadena base",
      bearerToken: "Copiar el bearer token",
      command: "Copiar el comando",
      consumerKey: "Copiar la consumer key",
      consumerSecret: "Copiar el consumer secret",
      environment: "Copiar las variables de entorno",
      key: "Copiar la clave",
      link: "Copiar el enlace",
      message: "Copiar el mensaje",
      pin: "Copiar el PIN",
      program: "Copiar el programa",
      recoveryCodes: "Copiar los códigos de recuperación",
      request: "Copiar la solicitud",
      settings: "Copiar los ajustes",
    },
    copied: "Copiado",
    download: "Guardar como archivo",
    showPassword: "Mostrar la contraseña",
  },
  reauthentication: {
    code: "Código",
    whyCode:
      "Introduce un código de tu aplicación de autenticación o un código de recuperación para confirmar que eres tú.",
    whyProvider:
      "Confirma que eres tú iniciando sesión de nuevo con tu proveedor de identidad. Se perderá lo que hayas escrito en esta página.",
    confirmWith: (provider) => sentence`Confirmar con ${provider}`,
    password: "Contraseña actual",
    why: "Iniciaste sesión hace un rato. Confirma que eres tú.",
    problems: {
      "missing-provider": "Primero confirma en tu proveedor de identidad.",
      "missing-code": "Introduce un código para continuar.",
      "wrong-code": "Ese código no es correcto.",
      "used-code": "Ese código ya se ha usado. Espera al siguiente.",
      "wrong-passkey":
        "No se aceptó esa llave de acceso. Inténtalo de nuevo o introduce un código.",
      "late-passkey": "Esta página estuvo abierta demasiado tiempo. Inténtalo de nuevo.",
      "counter-back-passkey":
        "No se aceptó esa llave de acceso, porque podría haber una copia. Introduce un código.",
      missing: "Escribe tu contraseña para continuar.",
      wrong: "Esa no es tu contraseña. Se distinguen mayúsculas y minúsculas.",
      "too-many": (minutes) => `Demasiados intentos. Inténtalo de nuevo en ${inMinutes(minutes)}.`,
      busy: "El servicio está ocupado. Espera unos segundos e inténtalo de nuevo.",
    },
  },
};

export const home: Texts["home"] = {
  title: "Te damos la bienvenida",
  what: (service) =>
    sentence`Con tu cuenta de ${service} inicias sesión en aplicaciones y decides qué puede hacer cada una en tu nombre.`,
  signUp: "Crear cuenta",
  developers: "Para desarrolladores",
  developersHint: "Crea aplicaciones, obtén sus claves y pruébalas.",
  portal: "Abrir el portal para desarrolladores",
};

export const resubmitForm: Texts["resubmitForm"] = {
  kinds: {
    signedIn: {
      happened: "¿Enviar este formulario otra vez?",
      meaning: "Es anterior a tu último inicio de sesión, así que no se aceptó. No se cambió nada.",
      advice:
        "Lo que escribiste sigue aquí, salvo las contraseñas y los códigos. Si esta es la cuenta correcta, envíalo otra vez.",
    },
    signedOut: {
      happened: "Tu sesión ha terminado",
      meaning: "Terminó antes de que enviaras el formulario. No se cambió nada.",
      advice:
        "Lo que escribiste sigue aquí, salvo las contraseñas y los códigos. Abre el inicio de sesión en otra pestaña, vuelve a esta página y envíalo otra vez.",
    },
  },
  signIn: "Abrir el inicio de sesión en otra pestaña",
  send: "Enviar otra vez",
};

export const email: Texts["email"] = {
  verify: {
    title: "Confirma tu correo electrónico",
    belongs: (address, user) =>
      sentence`Alguien indicó ${address} como correo electrónico de la cuenta ${user}.`,
    meaning:
      "Confírmalo solo si esta cuenta es tuya. Las aplicaciones que pueden verlo lo considerarán verificado.",
    submit: "Confirmar este correo",
  },
  verified: {
    title: "Correo electrónico confirmado",
    meaning: "Las aplicaciones solo lo ven con tu permiso.",
  },
  gone: {
    happened: "Este enlace ya no funciona",
    meaning:
      "Ya se usó, tiene más de un día o la cuenta tiene ahora otro correo electrónico. No se cambió nada.",
    advice: "Tu perfil muestra si tu correo está confirmado. Allí puedes pedir un enlace nuevo.",
  },
  toProfile: "Ir a tu perfil",
};

export const legal: Texts["legal"] = {
  support: "Soporte",
  terms: "Condiciones",
  privacy: "Privacidad",
};
