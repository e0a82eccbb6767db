import type { KeptFormTexts } from "../texts/kept-form.ts";

export const keptForm: KeptFormTexts = {
  kinds: {
    signedIn: {
      happened: "¿Enviar este formulario otra vez?",
      meaning:
        "Es anterior a tu último inicio de sesión, así que no se aceptó. No se ha cambiado nada.",
      advice:
        "Lo que escribiste sigue aquí, salvo las contraseñas y los códigos. Si esta es la cuenta correcta, envíalo otra vez.",
    },
    signedOut: {
      happened: "Tu sesión ha terminado",
      meaning: "Terminó antes de que enviaras el formulario. No se ha cambiado nada.",
      advice:
        "Lo que escribiste sigue aquí, salvo las contraseñas y los códigos. Inicia sesión en otra pestaña, vuelve a esta página y envíalo otra vez.",
    },
  },
  signIn: "Iniciar sesión en otra pestaña",
  send: "Enviar otra vez",
};
