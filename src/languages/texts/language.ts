export type Language = {
  /** A BCP 47 tag, for `lang` and for `Intl`. */
  readonly tag: string;
  /** The name of the language in that language. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
};
