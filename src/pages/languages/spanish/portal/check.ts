import { numbersIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";
import { causes } from "./causes.ts";

export const check: Texts["portal"]["check"] = {
  title: "Depurar una firma",
  link: {
    what: "¿No coincide una firma?",
    advice: "Pega la solicitud para saber por qué.",
  },
  what: "Pega una solicitud que se rechazó. Verás qué tiene mal, qué cambiar, y lo que firma el servicio junto a lo que firmó tu programa.",
  request: "Solicitud",
  hint: "Un comando curl, una solicitud HTTP o una entrada HAR, con su cabecera Authorization. O el método y la URL en una línea, después las cabeceras, una línea vacía y el cuerpo.",
  notKept: "La solicitud no se guarda y su nonce no se gasta.",
  submit: "Buscar la causa",
  another: "Depurar otra firma",
  notChecked: "La solicitud no se comprobó.",
  problems: {
    empty: "Pega una solicitud.",
    "too-long": "Tiene más de 32.768 caracteres. Quita lo que no es parte de la solicitud.",
    "not-understood": "No parece un comando curl, una solicitud HTTP ni una entrada HAR.",
    "no-address": "No tiene URL.",
    "unclosed-quote": "Falta cerrar unas comillas en el comando curl. Pega el comando entero.",
    "bad-json": "Parece una entrada HAR, pero no es JSON válido. Pégala entera.",
    "no-request-in-json":
      "El JSON no contiene una solicitud con URL. Pega una entrada del archivo HAR.",
    "body-in-file":
      "El comando curl lee el cuerpo de un archivo. Cambia @ y el nombre del archivo por su contenido.",
    "too-many":
      "Has comprobado muchas solicitudes en poco tiempo. Inténtalo dentro de unos minutos.",
  },
  answer: "Respuesta",
  right: {
    what: "La firma coincide.",
    advice: "No hay nada mal en esta solicitud.",
  },
  certainty: {
    certain: {
      tag: "Seguro",
      means: "Seguro: el servicio obtiene tu firma cometiendo el mismo error, o conoce la causa.",
    },
    guess: {
      tag: "Probable",
      means: "Probable: explica lo que se ve, pero puede haber otra explicación.",
    },
  },
  baseStrings: {
    title: "Cadenas base",
    expected: "Lo que firma el servicio",
    signed: "Lo que firmó tu programa",
    differ: (character) =>
      `Son distintas a partir del carácter ${numberFormat.format(character)}, que está marcado.`,
    unknown: "Compárala con la cadena base que firma tu programa.",
  },
  tried: (ways) =>
    ways === 1
      ? "Se probó 1 forma de firmar."
      : `Se probaron ${numberFormat.format(ways)} formas de firmar.`,
  causes,
};

const numberFormat = numbersIn("es");
