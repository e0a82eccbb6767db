/** What is mutated, and which test files may notice: coverage chooses among them. */
export interface Folder {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Files of tests that see every mutant, whatever they ran of it: they read what a module says of itself. */
  readonly readers?: readonly string[];
  /** Of so many mutants one is tried; left out: all are. Which one depends on nothing but the mutant itself. */
  readonly oneOf?: number;
}

const unit = [
  "src/{oauth1,oauth2,domain,keys,rate-limits}/**/*.test.ts",
  "src/*.test.ts",
  "src/storage/sql/**/*.test.ts",
  // Without what makes the same promises again on a disk.
  "src/storage/sqlite/!(contract-in-file|one-server|snapshot).test.ts",
  "test/vectors/*.test.ts",
  "test/threats/{callbacks,source}.test.ts",
];
/** A service in this process. Tests that start others, wait for a limit or measure work are too slow for this. */
const services = [
  "src/authentication/**/*.test.ts",
  "src/http/open-api.test.ts",
  "test/flows/{account,admin,api-origins,audit,authorization,bearer-tokens,confirm-email}.test.ts",
  "test/flows/{errors,interface-exchange,interface-pages,interface-refusals,keys,language}.test.ts",
  "test/flows/{metadata,portal,rate-limits,request-token,resources,three-legged,transport}.test.ts",
  "test/flows/{use,walk,ways-in}.test.ts",
  "test/threats/{admin,clock,concurrency,pages,people,questions,races,strangers,tokens}.test.ts",
  "test/threats/{recent-sign-in,ways-in}.test.ts",
  "test/verification/{limits,origins,verify}.test.ts",
];

export const folders: Readonly<Record<string, Folder>> = {
  oauth1: { sources: ["src/oauth1/**/*.ts"], tests: unit },
  oauth2: { sources: ["src/oauth2/**/*.ts"], tests: unit },
  keys: { sources: ["src/keys/**/*.ts"], tests: unit },
  authentication: { sources: ["src/authentication/**/*.ts"], tests: services, oneOf: 2 },
  domain: {
    sources: ["src/domain/**/*.ts"],
    tests: [
      ...unit,
      "src/{config,pages,passwords}/*.test.ts",
      "test/flows/{errors,rate-limits,request-token}.test.ts",
    ],
    oneOf: 5,
  },
  storage: { sources: ["src/storage/{sql,sqlite}/**/*.ts"], tests: unit, oneOf: 12 },
  endpoints: {
    sources: ["src/endpoints/{oauth,oauth2,1.1}/**/*.ts"],
    tests: services,
    readers: ["src/http/open-api.test.ts"],
    oneOf: 4,
  },
};
