import { sentence } from "../sentence.ts";
import type { EmailTexts } from "../texts/email.ts";

export const email: EmailTexts = {
  confirm: {
    title: "¿Es este tu correo electrónico?",
    belongs: (address, user) =>
      sentence`La cuenta ${user} indica que ${address} es su correo electrónico.`,
    meaning:
      "Confírmalo solo si esta cuenta es tuya. Las aplicaciones que pueden verlo lo considerarán verificado.",
    submit: "Confirmar este correo",
  },
  confirmed: {
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
