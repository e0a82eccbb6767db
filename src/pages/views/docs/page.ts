import type { SignatureMethod } from "#oauth1";
import type { DocsLink } from "../../../config/documentation.ts";
import type { Application } from "../../../domain/application.ts";
import type { Windows } from "../../../domain/limit-windows.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { ShownRequest } from "../portal/applications/id/requests.ts";
import type { SentCall } from "../portal/sent-call.ts";
import { copied } from "../scripts.ts";
import type { Viewer } from "../viewer.ts";
import type { Highlight } from "./highlight.ts";
import type { Task } from "./programs.ts";

/** Programs call the operation or send users to it; the documentation lists it. */
export interface DocumentedOperation {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly summary: string;
  readonly scheme: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly meaning: string;
    readonly values?: readonly string[];
  }[];
  /** A recorded request, and errors that it can get. */
  readonly example: { readonly request: string; readonly response: string } | undefined;
  readonly rejections: readonly {
    readonly when: string;
    readonly status: number;
    readonly code?: number | undefined;
  }[];
}

/** Who reads, and what this service has and accepts. */
export type Docs = {
  readonly frame: Frame;
  /** This is undefined for a reader who isn't signed in, who may be able to sign up. */
  readonly viewer: Viewer | undefined;
  readonly signUp: boolean;
  /** The viewer's newest application that can be called; undefined if there is none. */
  readonly own?: ShownApplication | undefined;
  readonly links: readonly DocsLink[];
  readonly groups: readonly DocsGroup[];
  /** Of the programs. */
  readonly language: string | undefined;
  readonly highlight: Highlight;
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
  /** How many requests from an IP address may fail to authenticate in 15 minutes. Undefined if there are no limits. */
  readonly failures: number | undefined;
};

/** The application whose keys the quickstart shows, and what has arrived from it. */
export type ShownApplication = {
  readonly application: Application;
  /** The one that the page has without a form. */
  readonly isNewest: boolean;
  /** The viewer's own access token. */
  readonly hasOwnToken: boolean;
  /** What the page has just sent. */
  readonly sent?: SentCall | undefined;
  /** The latest call of a program. This is undefined if the request log is turned off. */
  readonly log: { readonly latest: ShownRequest | undefined } | undefined;
  readonly now: number;
};

/** A page of the documentation. It is in English in every language. */
export type DocsPage = {
  /** The end of its URL. The first page has none. */
  readonly id: string | undefined;
  readonly title: string;
  /** The contents have it instead of the title. */
  readonly shortTitle?: string;
  /** A sentence for search engines, and below the title. */
  readonly description: string;
  /** What stands before the sections. */
  readonly intro?: Html;
  readonly sections: readonly DocsSection[];
  /** The sections are numbered, and the contents don't list them. */
  readonly isSteps?: true;
  /** The programs beside the text, or on narrow screens below one of its sections, do it. */
  readonly programs?: { readonly task: Task; readonly below: string };
};

/** Pages that stand together in the contents. */
export type DocsGroup = {
  readonly title: string;
  readonly pages: readonly DocsPage[];
};

/** The address of a section is its id on the page. */
export type DocsSection = {
  readonly id: string;
  readonly title: string;
  content(docs: Docs): Html;
};

export function docsHref({ id }: Pick<DocsPage, "id">): string {
  return id === undefined ? "/docs" : `/docs/${id}`;
}

/** A long URL wraps between its parts. */
export function url(text: string): Html {
  const parts = text.split(/(?<=\/)(?=[^/])/);
  return html`${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}

/** A copy button takes the URL alone. */
export function copiedUrl(text: string): Html {
  return html`<code${copied("Copy the URL")}>${url(text)}</code>`;
}
