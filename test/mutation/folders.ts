/** What is mutated, and which test files may notice: coverage chooses among them. */
export interface Folder {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const unit = [
  "src/{oauth1,oauth2,domain,keys,rate-limits}/**/*.test.ts",
  "src/*.test.ts",
  "src/storage/**/*.test.ts",
  "test/vectors/*.test.ts",
  "test/threats/{callbacks,source}.test.ts",
];
const whole = [
  ...unit,
  "src/{authentication,http}/**/*.test.ts",
  "test/flows/**/*.test.ts",
  "test/threats/**/*.test.ts",
];

export const folders: Readonly<Record<string, Folder>> = {
  oauth1: { sources: ["src/oauth1/**/*.ts"], tests: unit },
  oauth2: { sources: ["src/oauth2/**/*.ts"], tests: unit },
  keys: { sources: ["src/keys/**/*.ts"], tests: unit },
  domain: { sources: ["src/domain/**/*.ts"], tests: whole },
  storage: { sources: ["src/storage/{sql,sqlite}/**/*.ts"], tests: unit },
  authentication: { sources: ["src/authentication/**/*.ts"], tests: whole },
  endpoints: { sources: ["src/endpoints/{oauth,oauth2,1.1}/**/*.ts"], tests: whole },
};
