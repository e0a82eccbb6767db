/** The accent color of a brand must be legible; the other colors are derived from it. */
import {
  blackOrWhite,
  type Color,
  contrast,
  hueDistance,
  minContrast,
  mix,
  parseColor,
  towards,
} from "../domain/color.ts";

export type Screen = "light" | "dark";

export interface Accent {
  readonly accent: Color;
  readonly strong: Color;
  readonly on: Color;
  /** The two colors of a chart whose bars are stacked. A third one is the red of what failed. */
  readonly chart: readonly [first: Color, second: Color];
}

export type Accents = { readonly [S in Screen]: Accent | undefined };

/** Those of a service without a brand, whose dark one is the light partner of its blue. */
export const ownAccents: { readonly [S in Screen]: Accent } = {
  light: {
    accent: "#2454c7",
    strong: "#1a3f9b",
    on: "#ffffff",
    chart: ["#2454c7", "#00757d"],
  },
  dark: { accent: "#9db8ff", strong: "#c0d2ff", on: "#0c1533", chart: ["#9db8ff", "#5fd0d8"] },
};

/** The backgrounds of text in the accent color, with the names and values of src/pages/views/style/brand.css. */
export const grounds = {
  light: { ground: "#f3f5f8", surface: "#ffffff", "amber-ground": "#fff6e5" },
  dark: { ground: "#10131a", surface: "#191d26", "amber-ground": "#2b2315" },
} as const satisfies Readonly<Record<Screen, Readonly<Record<string, Color>>>>;

/** What failed is red in a chart, as `--red` in that file. */
export const failed = { light: "#b3261e", dark: "#ff9d94" } as const;

const groundNames = {
  ground: "the page background",
  surface: "the background of cards and fields",
  "amber-ground": "the background of notices",
};

/**
 * WCAG 2.2, 1.4.3: text and links. The focus outline (1.4.11) needs 3:1 on the same backgrounds, and the
 * text on buttons is black or white, of which one always passes: so this one check is enough.
 */
const textContrast = 4.5;
/** Bright letters on a dark background look thinner, so a color that we choose gets more contrast than required. */
const darkContrast = 7;

/** Throws an Error if the accent would not be legible. */
export function readAccent(text: string, screen: Screen): Color {
  const color = parseColor(text);
  if (color === undefined) throw new Error(`${JSON.stringify(text)} is not a hex color`);
  const all = Object.values(grounds[screen]);
  if (minContrast(color, all) >= textContrast) return color;
  const nearest = towards(awayFrom(screen), color, all, textContrast);
  const [name, ground] = worstGround(color, screen);
  const ratio = Math.floor(contrast(color, ground) * 100) / 100;
  throw new Error(
    `${color} as text on ${groundNames[name]} (${ground}, on ${screen} screens) has a contrast ratio of ${ratio}:1; at least ${textContrast}:1 is required; the nearest accent of this hue that passes is ${nearest}`,
  );
}

/** Without a light accent, the stylesheet's default is used. Without one for dark screens, a lighter one is derived. */
export function accentsOf(light: Color | undefined, dark: Color | undefined): Accents {
  const onDark =
    dark ?? (light && towards("white", light, Object.values(grounds.dark), darkContrast));
  return {
    light: light && accentOf(light, "light"),
    dark: onDark && accentOf(onDark, "dark"),
  };
}

function accentOf(accent: Color, screen: Screen): Accent {
  return {
    accent,
    strong: strongOf(accent, screen),
    on: blackOrWhite(accent),
    chart: chartOf(accent, screen),
  };
}

/** In degrees. Nearer hues look like the same one. */
const minApart = 30;

/** Bars have the accent color, unless it would look like what failed; the second color is not like either. */
function chartOf(accent: Color, screen: Screen): Accent["chart"] {
  const [blue, teal] = ownAccents[screen].chart;
  const isNear = (one: Color, other: Color) => (hueDistance(one, other) ?? 180) < minApart;
  const first = isNear(accent, failed[screen]) ? blue : accent;
  return [first, isNear(first, teal) ? purple[screen] : teal];
}

/** The second color where the first is like our own. */
const purple = { light: "#7a1fa2", dark: "#d9a6ff" } as const;

/** Returns a shade further from the background, or nearer if the accent is at the end and stays legible. */
function strongOf(accent: Color, screen: Screen): Color {
  const [end, other] =
    screen === "light" ? (["#000000", "#ffffff"] as const) : (["#ffffff", "#000000"] as const);
  const further = mix(accent, end, 0.3);
  if (contrast(further, accent) >= 1.2) return further;
  const nearer = mix(accent, other, 0.2);
  return minContrast(nearer, Object.values(grounds[screen])) >= textContrast ? nearer : further;
}

function worstGround(color: Color, screen: Screen): [keyof typeof groundNames, Color] {
  const entries = Object.entries(grounds[screen]) as [keyof typeof groundNames, Color][];
  return entries.reduce((worst, one) =>
    contrast(color, one[1]) < contrast(color, worst[1]) ? one : worst,
  );
}

function awayFrom(screen: Screen): "black" | "white" {
  return screen === "light" ? "black" : "white";
}
