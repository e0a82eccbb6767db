/** Programs to copy. The names of programs, libraries and variables are not translated. */
export type ProgramsTexts = {
  readonly title: string;
  readonly what: string;
  /** Followed by the origins of the operator's APIs. */
  readonly apis: string;
  /** What each program does, and what it cannot do. */
  readonly programs: {
    readonly curl: string;
    readonly "openid-client": string;
    readonly "oauth-1.0a": string;
    readonly oauth: string;
    readonly "passport-twitter": string;
    readonly python: string;
    readonly php: string;
    readonly go: string;
  };
  readonly variables: {
    readonly title: string;
    readonly CONSUMER_SECRET: string;
    readonly ACCESS_TOKEN: string;
    readonly ACCESS_TOKEN_SECRET: string;
  };
  /** Followed by the commands that run a program. */
  readonly pasteIntoTerminal: string;
  readonly saveAs: (file: string) => string;
};
