import { sentence } from "../sentence.ts";
import type { EmailTexts } from "../texts/email.ts";

export const email: EmailTexts = {
  confirm: {
    title: "¿Es este tu correo electrónico?",
    belongs: (address, user) =>
      sentence`La cuenta ${user} indica que ${address} es su correo electrónico.`,
    meaning:
      "Confírmalo solo si esta cuenta es tuya. Las aplicaciones a las que permita verlo lo tomarán por comprobado.",
    submit: "Confirmar este correo",
  },
  confirmed: {
    title: "El correo electrónico está confirmado",
    meaning: "Las aplicaciones lo verán en cuanto tú lo permitas.",
  },
  gone: {
    happened: "Este enlace ya no funciona",
    meaning:
      "Ya se usó, tiene más de un día o la cuenta tiene ahora otro correo electrónico. Ahora no cambió nada.",
    advice: "Tu perfil muestra si el correo está confirmado y puede enviar un enlace nuevo.",
  },
  toProfile: "Ir a tu perfil",
};
