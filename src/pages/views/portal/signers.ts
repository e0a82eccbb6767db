/**
 * Programs that sign any call with an access token, without a library of OAuth except in JavaScript. Each is a file of
 * `programs/` with strings as placeholders. test/interop/signers.test.ts runs them.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Language, languages } from "../docs/programs.ts";

/** What a program signs. */
export type Call = {
  readonly method: string;
  /** Without a query. */
  readonly url: string;
  /** Each name has one value. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly isForm: boolean;
};

export type Signer = {
  readonly language: Language;
  readonly code: string;
};

export function signersOf(call: Call): readonly Signer[] {
  return signers.map(({ language, source, form }) => ({
    language,
    code: fill(sending(source, form, call), call, form),
  }));
}

/** What the programs call until they call something else. */
export function exampleCall(baseUrl: string): Call {
  const url = `${baseUrl}/1.1/account/verify_credentials.json`;
  return { method: "GET", url, parameters: [["include_email", "true"]], isForm: false };
}

/** How a program's language writes strings, and what sends parameters in the query. */
type Form = {
  readonly places: RegExp;
  readonly quoted: (value: string) => string;
  readonly inQuery: string;
  /** The replacements for a form, and for no parameters. */
  readonly inForm: string;
  readonly none: string;
};

const inDouble = {
  places: /"([A-Z_]+)"/g,
  quoted: (value: string) => JSON.stringify(value),
};

const forms: Readonly<Record<string, Form>> = {
  python: {
    ...inDouble,
    inQuery: 'f"{url}?{urlencode(parameters)}", headers=headers',
    inForm: "url, urlencode(parameters).encode(), headers",
    none: "url, headers=headers",
  },
  javascript: {
    ...inDouble,
    inQuery: `\`\${url}?\${new URLSearchParams(data)}\`, sent`,
    inForm: "url, { ...sent, body: new URLSearchParams(data) }",
    none: "url, sent",
  },
  php: {
    // In double quotes a dollar sign would begin the name of a variable.
    places: /'([A-Z_]+)'/g,
    quoted: (value) => `'${value.replace(/['\\]/g, String.raw`\$&`)}'`,
    inQuery: "$url .= '?' . http_build_query($parameters);",
    inForm: [
      "$options['header'] .= \"\\r\\nContent-Type: application/x-www-form-urlencoded\";",
      "$options['content'] = http_build_query($parameters);",
    ].join("\n"),
    none: "",
  },
  go: {
    ...inDouble,
    inQuery: 'address+"?"+values.Encode(), nil)',
    inForm: "address, strings.NewReader(values.Encode()))",
    none: "address, nil)",
  },
};

const signers = languages.flatMap((language) => {
  const { id, extension } = language;
  const form = forms[id];
  if (form === undefined) return [];
  const path = fileURLToPath(import.meta.resolve(`./programs/${id}.${extension}`));
  return [{ language, form, source: readFileSync(path, "utf8") }];
});

/** The files send parameters in the query. */
function sending(source: string, form: Form, { parameters, isForm }: Call): string {
  if (parameters.length > 0 && !isForm) return source;
  const { inQuery, inForm, none } = form;
  const changed = source.replace(inQuery, () => (parameters.length > 0 ? inForm : none));
  if (form !== forms["go"] || parameters.length === 0) return changed;
  const header = 'request.Header.Set("Authorization"';
  const type = `request.Header.Set("Content-Type", "application/x-www-form-urlencoded")\n\t`;
  return changed.replace(header, () => type + header);
}

/** One pass never takes a filled-in value for a placeholder. */
function fill(source: string, { method, url, parameters }: Call, { places, quoted }: Form): string {
  const values: Readonly<Record<string, string>> = { METHOD: method, URL: url };
  return source
    .split(/["']?NAME["']?(: | => )["']VALUE["']/)
    .map((part, at) =>
      at % 2 === 0
        ? part.replace(places, (place, name) => {
            const value = values[name];
            return value === undefined ? place : quoted(value);
          })
        : parameters.map(([name, value]) => `${quoted(name)}${part}${quoted(value)}`).join(", "),
    )
    .join("");
}
