export type Language = {
  /** A BCP 47 tag, for `lang` and for `Intl`. */
  readonly tag: string;
  /** What its own speakers call it. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
};
