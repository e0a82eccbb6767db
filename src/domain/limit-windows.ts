/** The windows in which a limit counts requests. They are aligned to the clock, in UTC. */
import { dayMs, hourMs } from "./day.ts";

/** In milliseconds, or a calendar month in UTC. */
export type WindowLength = number | "month";

export interface LimitWindow {
  /** How many requests the window allows. */
  readonly limit: number;
  readonly length: WindowLength;
}

/** A limit has one window or several, each of another length. A request has to fit into all of them. */
export type Windows = readonly [LimitWindow, ...LimitWindow[]];

export const maxWindows = 4;
export const maxWindowMs = 31 * dayMs;
/** The highest number of requests in a window. A count and what is added to it at once fit into 32 bits. */
export const maxWindowLimit = 999_999_999;

/** Counts of windows that are longer than a day outlast a restart. */
export function isLong(length: WindowLength): boolean {
  return length === "month" || length > dayMs;
}

/** Windows of one length are numbered from the epoch. */
export function windowNumber(length: WindowLength, time: number): number {
  if (length !== "month") return Math.floor(time / length);
  const date = new Date(time);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** When the window ends, in milliseconds since the epoch. */
export function endOfWindow(length: WindowLength, number: number): number {
  return length === "month" ? Date.UTC(1970, number + 1) : (number + 1) * length;
}

/** As in `15m`, in the largest unit that divides it. */
export function windowText(length: WindowLength): string {
  if (length === "month") return length;
  const unit = units.find(([, ms]) => length % ms === 0) ?? (["s", 1000] as const);
  return `${length / unit[1]}${unit[0]}`;
}

const units = [
  ["d", dayMs],
  ["h", hourMs],
  ["m", 60_000],
  ["s", 1000],
] as const;

/** As in `10/1s 10000/month`. */
export function windowsText(windows: readonly LimitWindow[]): string {
  return windows.map(({ limit, length }) => `${limit}/${windowText(length)}`).join(" ");
}

/** Returns undefined if the text isn't one to four windows of different lengths. */
export function readWindows(text: string): Windows | undefined {
  const parts = text.split(" ").filter((one) => one !== "");
  if (parts.length > maxWindows) return undefined;
  const windows = parts.map(readWindow);
  if (!windows.every((one) => one !== undefined)) return undefined;
  const [first, ...others] = windows;
  if (first === undefined) return undefined;
  const lengths = new Set(windows.map(({ length }) => length));
  return lengths.size === windows.length ? [first, ...others] : undefined;
}

function readWindow(text: string): LimitWindow | undefined {
  const found = /^(\d{1,9})\/(?:(month)|(\d{1,7})([smhd]))$/.exec(text);
  if (found === null) return undefined;
  const [, limit, month, count, unit] = found;
  const [, ms] = units.find(([name]) => name === unit) ?? ["s", 0];
  const length = month === "month" ? month : Number(count) * ms;
  if (Number(limit) < 1) return undefined;
  if (length !== "month" && (length < 1000 || length > maxWindowMs)) return undefined;
  return { limit: Number(limit), length };
}
