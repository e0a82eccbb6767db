import { sentence } from "../sentence.ts";
import type { ShellTexts } from "../texts/shell.ts";
import { inMinutes } from "./dates.ts";

export const shell: ShellTexts = {
  areasLabel: "Áreas",
  operators: "quienes administran este servicio",
  skip: "Ir al contenido",
  problem: (title) => `Problema: ${title}`,
  areas: { account: "Cuenta", portal: "Portal para desarrolladores", admin: "Administración" },
  sections: {
    account: {
      applications: "Aplicaciones",
      profile: "Perfil",
      password: "Contraseña",
      twoStep: "Verificación en dos pasos",
      identities: "Identidades vinculadas",
      passkeys: "Llaves de acceso",
      sessions: "Sesiones",
      notifications: "Avisos",
      events: "Actividad",
    },
    portal: { applications: "Aplicaciones", invitations: "Invitaciones", docs: "Documentación" },
    admin: {
      overview: "Resumen",
      people: "Personas",
      applications: "Aplicaciones",
      invitations: "Invitaciones",
      audit: "Registro de auditoría",
      settings: "Configuración",
    },
  },
  signedInAs: (user) => sentence`Sesión iniciada como ${user}`,
  signOut: "Cerrar sesión",
  nextPage: "Página siguiente",
  previousPage: "Página anterior",
  language: "Idioma",
  script: {
    copy: "Copiar",
    copied: "Copiado",
    download: "Guardar como archivo",
    showPassword: "Mostrar la contraseña",
  },
  proof: {
    code: "Código",
    whyCode:
      "Introduce un código de tu aplicación de autenticación o un código de recuperación para confirmar que eres tú.",
    whyProvider:
      "Confirma que eres tú iniciando sesión allí. Se perderá lo que hayas escrito en esta página.",
    confirmWith: (provider) => sentence`Confirmar con ${provider}`,
    password: "Tu contraseña",
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
