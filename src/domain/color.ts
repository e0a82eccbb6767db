/** Colors as WCAG 2.2 measures them, and how to find the nearest one of a hue that reaches a contrast. */

/** `#` and six lower-case hex digits. */
export type Color = `#${string}`;

/** Reads `#rgb` and `#rrggbb`; returns undefined for anything else. */
export function parseColor(text: string): Color | undefined {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  return digits.length === 6 ? `#${digits}` : `#${digits.replace(/./g, "$&$&")}`;
}

/** WCAG 2.2, "relative luminance": 0 is black, 1 is white. */
export function luminance(color: Color): number {
  const [red, green, blue] = channels(color).map((one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio": from 1 to 21, the same if the two colors change places. */
export function contrast(one: Color, other: Color): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

export function minContrast(color: Color, grounds: readonly Color[]): number {
  return Math.min(...grounds.map((ground) => contrast(color, ground)));
}

/** The better text color on a background always reaches at least 4.58, the square root of 21. */
export function blackOrWhite(ground: Color): Color {
  return contrast(ground, "#000000") > contrast(ground, "#ffffff") ? "#000000" : "#ffffff";
}

/**
 * Returns the color itself if it reaches the ratio on each background. Otherwise returns the nearest color
 * toward black or white, with the same hue and saturation, that does. Luminance grows with HSL's lightness,
 * so the first one found is the nearest.
 */
export function towards(
  end: "black" | "white",
  color: Color,
  grounds: readonly Color[],
  ratio: number,
): Color {
  const { hue, saturation, lightness } = toHsl(color);
  const steps = 500;
  for (let step = 0, candidate = color; step <= steps; step += 1) {
    if (minContrast(candidate, grounds) >= ratio) return candidate;
    const way = (step + 1) / steps;
    const there = end === "black" ? lightness * (1 - way) : lightness + (1 - lightness) * way;
    candidate = fromHsl(hue, saturation, there);
  }
  return end === "black" ? "#000000" : "#ffffff";
}

export function mix(color: Color, other: Color, part: number): Color {
  const others = channels(other);
  return fromChannels(
    channels(color).map((one, at) => one * (1 - part) + (others[at] ?? 0) * part),
  );
}

/** In degrees, from 0 to 180. Returns undefined if one of the colors is a gray, whose hue no one sees. */
export function hueDistance(color: Color, other: Color): number | undefined {
  const [one, another] = [toHsl(color), toHsl(other)];
  if (Math.min(one.saturation, another.saturation) < 0.15) return undefined;
  const apart = Math.abs(one.hue - another.hue) % 360;
  return Math.min(apart, 360 - apart);
}

function channels(color: Color): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

function fromChannels(values: readonly number[]): Color {
  const digits = values.map((one) =>
    Math.round(one * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

function toHsl(color: Color): Hsl {
  const [red, green, blue] = channels(color) as [number, number, number];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  const lightness = most - spread / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  return { hue: sixth * 60, saturation: spread / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function fromHsl(hue: number, saturation: number, lightness: number): Color {
  const half = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const sixth = (offset + hue / 30 + 12) % 12;
    return lightness - half * Math.max(-1, Math.min(sixth - 3, 9 - sixth, 1));
  };
  return fromChannels([channel(0), channel(8), channel(4)]);
}
