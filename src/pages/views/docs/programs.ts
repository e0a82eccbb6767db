/**
 * The programs of the documentation: a file for each task and language. Developers run them
 * unchanged, with the variables of the portal's environment file. test/interop/programs.test.ts
 * runs them.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `quickstart` signs a call with an access token, and `bearer` calls without a user. */
export const tasks = ["quickstart", "pin", "sign-in", "bearer"] as const;
export type Task = (typeof tasks)[number];

/** The ID is in addresses and cookies. The names of languages and libraries aren't translated. */
export type Language = {
  readonly id: string;
  readonly title: string;
  /** What the highlighter calls it. */
  readonly highlighter: string;
  readonly extension: string;
  /** What installs the packages of a program, a command in each line. */
  readonly install: Readonly<Partial<Record<Task, readonly string[]>>>;
  run(file: string, task: Task): string;
  /** RestSharp isn't where the tests can get it, so these were only compiled. */
  readonly notRun: readonly Task[];
};

export type Program = {
  readonly language: Language;
  /** Its name once it's saved. */
  readonly file: string;
  readonly install: readonly string[];
  readonly run: string;
  readonly wasRun: boolean;
  readonly code: string;
};

const gomodule = ["go mod init try-it", "go get github.com/gomodule/oauth1/oauth"];
const signpost = [
  "curl --create-dirs --output lib/signpost-core.jar https://repo1.maven.org/maven2/oauth/signpost/signpost-core/2.1.1/signpost-core-2.1.1.jar",
];
const restSharp = (task: Task) => [
  `dotnet new console --output ${task}`,
  `dotnet add ${task} package RestSharp`,
];

export const languages: readonly Language[] = [
  {
    id: "python",
    title: "Python",
    highlighter: "python",
    extension: "py",
    install: {
      quickstart: ["pip install requests-oauthlib"],
      pin: ["pip install requests-oauthlib"],
      "sign-in": ["pip install requests-oauthlib flask"],
      bearer: ["pip install requests"],
    },
    run: (file) => `python3 ${file}`,
    notRun: [],
  },
  {
    id: "javascript",
    title: "JavaScript",
    highlighter: "javascript",
    extension: "mjs",
    install: {
      quickstart: ["npm install oauth-1.0a"],
      pin: ["npm install oauth-1.0a"],
      "sign-in": ["npm install express express-session passport passport-oauth1"],
      bearer: [],
    },
    run: (file) => `node ${file}`,
    notRun: [],
  },
  {
    id: "php",
    title: "PHP",
    highlighter: "php",
    extension: "php",
    install: {
      quickstart: ["pecl install oauth"],
      pin: ["pecl install oauth"],
      "sign-in": ["pecl install oauth"],
      bearer: [],
    },
    run: (file, task) =>
      task === "sign-in" ? `php -S 127.0.0.1:\${PORT:-3000} ${file}` : `php ${file}`,
    notRun: [],
  },
  {
    id: "go",
    title: "Go",
    highlighter: "go",
    extension: "go",
    install: {
      quickstart: gomodule,
      pin: gomodule,
      bearer: ["go mod init try-it", "go get golang.org/x/oauth2/clientcredentials"],
    },
    run: (file) => `go run ${file}`,
    notRun: [],
  },
  {
    id: "ruby",
    title: "Ruby",
    highlighter: "ruby",
    extension: "rb",
    install: { quickstart: ["gem install oauth"], pin: ["gem install oauth"], bearer: [] },
    run: (file) => `ruby ${file}`,
    notRun: [],
  },
  {
    id: "java",
    title: "Java",
    highlighter: "java",
    extension: "java",
    install: { quickstart: signpost, pin: signpost, bearer: [] },
    run: (file, task) => (task === "bearer" ? `java ${file}` : `java -cp 'lib/*' ${file}`),
    notRun: [],
  },
  {
    id: "csharp",
    title: "C#",
    highlighter: "csharp",
    extension: "cs",
    install: {
      quickstart: restSharp("quickstart"),
      pin: restSharp("pin"),
      bearer: ["dotnet new console --output bearer"],
    },
    run: (file, task) => `cp ${file} ${task}/Program.cs && dotnet run --project ${task}`,
    notRun: ["quickstart", "pin"],
  },
  {
    id: "curl",
    title: "curl",
    highlighter: "bash",
    extension: "sh",
    install: { quickstart: [], pin: [], bearer: [] },
    run: (file) => `bash ${file}`,
    notRun: [],
  },
];

/** It's undefined if there's none for this task in this language. */
export function programFor(task: Task, language: Language): Program | undefined {
  return programs.get(`${task} ${language.id}`);
}

const programs: ReadonlyMap<string, Program> = new Map(
  languages.flatMap((language) =>
    tasks.flatMap((task) => {
      const program = read(task, language);
      return program === undefined ? [] : [[`${task} ${language.id}`, program] as const];
    }),
  ),
);

function read(task: Task, language: Language): Program | undefined {
  const install = language.install[task];
  if (install === undefined) return undefined;
  const { id, extension } = language;
  const path = import.meta.resolve(`./programs/${task}/${id}.${extension}`);
  const file = `${task}.${extension}`;
  return {
    language,
    file,
    install,
    run: language.run(file, task),
    wasRun: !language.notRun.includes(task),
    code: readFileSync(fileURLToPath(path), "utf8"),
  };
}
