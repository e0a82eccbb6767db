import { sentence } from "../sentence.ts";
import type { HomeTexts } from "../texts/home.ts";

export const home: HomeTexts = {
  title: "Te damos la bienvenida",
  what: (service) =>
    sentence`Con tu cuenta de ${service} inicias sesión en aplicaciones y decides qué puede hacer cada una en tu nombre.`,
  signUp: "Crear cuenta",
  developers: "Para desarrolladores",
  developersHint: "Crea aplicaciones, obtén sus claves y pruébalas.",
  portal: "Abrir el portal para desarrolladores",
};
