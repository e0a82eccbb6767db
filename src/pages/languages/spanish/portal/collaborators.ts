import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";

const problems = {
  missing: "Escribe un nombre de usuario.",
  unknown: "Nadie tiene este nombre de usuario.",
  "is-owner": "Este usuario ya es el propietario de la aplicación.",
  "too-many-waiting":
    "Este usuario tiene cinco invitaciones tuyas sin responder. Retira una o espera su respuesta.",
};

export const collaborators: Texts["portal"]["collaborators"] = {
  title: "Colaboradores",
  what: "Usuarios que pueden trabajar contigo en esta aplicación. Solo el propietario puede invitar a alguien, eliminar la aplicación o transferirla.",
  roles: { owner: "Propietario", editor: "Editor", viewer: "Lector" },
  invited: "Invitado",
  until: "Caduca el",
  makeRole: { editor: "Hacer editor", viewer: "Hacer lector" },
  end: {
    collaborator: {
      open: "Quitar",
      hint: "Pierde el acceso a esta aplicación de inmediato y necesita otra invitación para volver.",
      submit: "Quitar a este colaborador",
    },
    invitation: {
      open: "Retirar la invitación",
      hint: "Ya no se podrá aceptar.",
      submit: "Retirar esta invitación",
    },
  },
  none: "Todavía no hay colaboradores.",
  leaveWhat: "Si sales, solo podrás volver a abrir esta aplicación con otra invitación.",
  leave: "Salir de esta aplicación",
  invite: {
    title: "Invitar a alguien",
    screenName: "Nombre de usuario",
    role: "Rol",
    hints: {
      editor: "Cambia la configuración, las claves y los tokens.",
      viewer: "Ve el uso y los usuarios. Nunca ve ni cambia las claves.",
    },
    submit: "Enviar invitación",
    notInvited: "La invitación no se envió.",
    problems: {
      ...problems,
      "is-collaborator": "Este usuario ya colabora o tiene una invitación.",
      "no-role": "Elige un rol.",
      "too-many": "Esta aplicación no puede tener más colaboradores. Quita antes a alguien.",
    },
  },
  confirm: {
    title: "Confirma el nuevo rol",
    what: (user) =>
      sentence`Como editor, ${user} puede cambiar la configuración y las claves de esta aplicación.`,
    submit: "Hacer editor",
    notChanged: "El rol no cambió.",
  },
};

export const transfer: Texts["portal"]["transfer"] = {
  title: "Transferir la propiedad",
  what: "Ofrece esta aplicación a otro usuario. Sigue siendo tuya hasta que acepte. Después pierdes el acceso, salvo que te invite. Las claves, los tokens y los usuarios no cambian.",
  screenName: "Nombre de usuario del nuevo propietario",
  submit: "Ofrecer la aplicación",
  notOffered: "La aplicación no se ofreció.",
  problems,
  offered: (user) => sentence`Ofreciste esta aplicación a ${user}, que aún no ha respondido.`,
  withdraw: "Retirar la oferta",
};

export const invitations: Texts["portal"]["invitations"] = {
  title: "Invitaciones",
  none: "No hay invitaciones.",
  noneAdvice:
    "Cuando alguien te invite a trabajar en su aplicación, podrás aceptar o rechazar aquí.",
  invited: {
    owner: (owner, application) => sentence`${owner} quiere transferirte ${application}`,
    editor: (owner, application) => sentence`${owner} te invita a ${application} como editor`,
    viewer: (owner, application) => sentence`${owner} te invita a ${application} como lector`,
  },
  means: {
    owner:
      "Pasas a ser responsable de ella. El propietario anterior pierde el acceso, pero conoce los secretos actuales, así que regenéralos.",
    editor: "Puedes cambiar su configuración, sus claves y sus tokens.",
    viewer: "Puedes ver su uso y cuántos usuarios la usan.",
  },
  accept: { owner: "Ser el propietario", editor: "Aceptar", viewer: "Aceptar" },
  decline: "Rechazar",
  notes: {
    declined: "Invitación rechazada.",
    left: "Saliste de la aplicación.",
    gone: "Esta invitación se retiró o cambió. No se hizo nada.",
  },
  tooMany: (most) =>
    `Has llegado al máximo de ${most} aplicaciones. Elimina o transfiere una antes de aceptar.`,
  waiting: {
    what: "Tienes invitaciones.",
    advice: "Alguien quiere compartir una aplicación contigo.",
  },
};
