/** Programs to copy. Names of programs, libraries and variables are the same in every language. */
export type TryItTexts = {
  readonly title: string;
  readonly what: string;
  /** What each program does, and what it cannot do. */
  readonly programs: {
    readonly curl: string;
    readonly "openid-client": string;
    readonly "oauth-1.0a": string;
    readonly oauth: string;
    readonly "passport-twitter": string;
  };
  readonly variables: {
    readonly title: string;
    readonly CONSUMER_SECRET: string;
    readonly ACCESS_TOKEN: string;
    readonly ACCESS_TOKEN_SECRET: string;
  };
  /** Above the commands that run a program. */
  readonly pasteIntoTerminal: string;
  readonly saveAs: (file: string) => string;
};
