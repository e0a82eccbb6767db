import type { SignatureMethod } from "#oauth1";
import type { Windows } from "../../../../domain/limit-windows.ts";
import { type Html, html } from "../../html.ts";
import { copied } from "../../scripts.ts";
import type { Viewer } from "../../viewer.ts";

/** Programs call the operation or send users to it; the portal's documentation lists it. */
export interface DocumentedOperation {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly summary: string;
  readonly scheme: string;
}

export type Docs = {
  readonly viewer: Viewer;
  readonly baseUrl: string;
  /** Those that are accepted; at least one. */
  readonly signatureMethods: readonly SignatureMethod[];
  readonly operations: readonly DocumentedOperation[];
  /** Undefined if the service has no limits. */
  readonly limits:
    | readonly {
        readonly name: string;
        readonly usual: number;
        readonly windows: Windows;
        readonly per: string;
      }[]
    | undefined;
};

/** A page of the documentation. It is in English in every language. */
export type DocsPart = {
  readonly title: string;
  /** What a reader finds there, as the rest of a sentence. */
  readonly about: string;
  readonly sections: readonly DocsSection[];
};

/** The address of a section is its id on the page. */
export type DocsSection = {
  readonly id: string;
  readonly title: string;
  content(docs: Docs): Html;
};

/** A long URL wraps between its parts. */
export function url(text: string): Html {
  const parts = text.split(/(?<=\/)(?=[^/])/);
  return html`${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}

/** A copy button takes the URL alone. */
export function copiedUrl(text: string): Html {
  return html`<code${copied("Copy the URL")}>${url(text)}</code>`;
}
