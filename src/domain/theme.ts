/** A reader who chose neither has that of their system. */
export const themes = ["light", "dark"] as const;

export type Theme = (typeof themes)[number];

export function isTheme(text: string | undefined): text is Theme {
  return themes.some((theme) => theme === text);
}
