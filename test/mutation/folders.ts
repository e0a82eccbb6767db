import { globSync } from "node:fs";

/** The sources that are mutated, and the test files that may notice; coverage chooses among them. */
export interface Folder {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /**
   * Files whose tests are tried for every mutant, even if they run none of its code, because they read the sources as
   * text.
   */
  readonly readers?: readonly string[];
  /** By test file: sources that it runs in another process, where coverage does not see them. */
  readonly elsewhere?: Readonly<Record<string, readonly string[]>>;
  /** The tests share one PostgreSQL, in which each has its own database. */
  readonly onPostgres?: true;
  /** Only one mutant in this many is tried; left out: all are. The choice depends only on the mutant itself. */
  readonly oneOf?: number;
}

const unit = [
  "packages/oauth1/src/*.test.ts",
  "src/{domain,tools/keys}/**/*.test.ts",
  "src/storage/sql/**/*.test.ts",
  // Without the tests that check the same promises again on a disk.
  "src/storage/sqlite/!(contract-in-file).test.ts",
  "test/threats/{callbacks,source}.test.ts",
];
/**
 * Tests with a service in this process. Tests that start processes, wait for a limit or measure CPU time would be too
 * slow.
 */
const services = [
  "src/verification/authentication/**/*.test.ts",
  "src/http/server/open-api.test.ts",
  "test/flows/{account,admin,api-origins,audit,authorization,bearer-tokens,verify-email}.test.ts",
  "test/flows/{errors,interface-exchange,interface-errors,interface-pages,keys,language}.test.ts",
  "test/flows/{metadata,portal,rate-limits,request-token,resources,three-legged,transport}.test.ts",
  "test/flows/{identity-providers,linked-identities,passkeys,rejected-requests,second-factor-rule}.test.ts",
  "test/flows/two-step.test.ts",
  "test/flows/{sign-in-methods,usage,walk}.test.ts",
  "test/threats/{admin,anonymous,clock,concurrency,pages,races,tokens,users,verification-requests}.test.ts",
  "test/threats/{recent-sign-in,sign-in-methods}.test.ts",
  "test/verification/{limits,origins,verify}.test.ts",
];

export const folders: Readonly<Record<string, Folder>> = {
  oauth1: { sources: ["packages/oauth1/src/*.ts"], tests: unit },
  oauth2: {
    sources: ["src/domain/oauth2.ts"],
    tests: [...unit, "test/flows/{bearer-tokens,interface-exchange}.test.ts"],
  },
  keys: { sources: ["src/tools/keys/**/*.ts"], tests: unit },
  files: { sources: ["src/tools/files/**/*.ts"], tests: [...unit, "src/tools/files/*.test.ts"] },
  authentication: {
    sources: ["src/verification/authentication/**/*.ts"],
    tests: services,
    oneOf: 2,
  },
  domain: {
    sources: ["src/domain/**/*.ts"],
    tests: [
      ...unit,
      "src/{config,http/browser,tools/passwords}/*.test.ts",
      "test/flows/{errors,rate-limits,request-token}.test.ts",
    ],
    oneOf: 5,
  },
  storage: {
    sources: ["src/storage/{sql,sqlite}/**/*.ts"],
    tests: [...unit, "test/cli/{backup,import,check,no-database}.test.ts"],
    elsewhere: {
      "src/storage/sqlite/failing-disk.test.ts": [
        ...["checkpoint", "database", "group-commit", "thread-messages", "write-batch"],
        ...["ledger", "writer-thread", "writers"],
      ].map((name) => `src/storage/sqlite/${name}.ts`),
      "test/cli/import.test.ts": globSync("src/storage/sql/{import,exported}*.ts"),
      // A process makes one ledger and copies it, so coverage sees only one test run the migrations.
      "src/storage/sqlite/ledger.test.ts": globSync("src/storage/sql/migrations/*.ts"),
      "test/cli/no-database.test.ts": ["sql", "sqlite"].map(
        (at) => `src/storage/${at}/ring-check.ts`,
      ),
      "test/cli/backup.test.ts": [
        "src/storage/sqlite/restore.ts",
        ...globSync("src/storage/sqlite/backup*.ts"),
      ],
      "test/cli/check.test.ts": ["src/storage/sql/inspect.ts", "src/storage/sqlite/inspect.ts"],
    },
    oneOf: 12,
  },
  postgres: {
    sources: ["src/storage/postgres/**/*.ts"],
    tests: ["src/storage/postgres/*.test.ts"],
    onPostgres: true,
    oneOf: 16,
  },
  /** Files with protections that were removed by hand once, and no test noticed. */
  protections: {
    sources: [
      "src/http/endpoints/portal/applications/id/check.ts",
      "src/tools/identity-providers/bounded-fetch.ts",
      "src/tools/webhooks/post.ts",
      "src/program/service/delivering/append-to.ts",
      "src/program/service/rejected-requests.ts",
      "src/verification/verification-request.ts",
      "src/http/browser/reauthenticate.ts",
    ],
    tests: [
      "src/tools/identity-providers/*.test.ts",
      "src/tools/webhooks/*.test.ts",
      "src/program/service/rejected-requests.test.ts",
      "src/program/service/delivering/*.test.ts",
      "src/verification/*.test.ts",
      "src/http/browser/reauthenticate.test.ts",
      "test/flows/{account,check,passkeys,rejected-requests,two-step,webhooks}.test.ts",
      "test/threats/{races,recent-sign-in}.test.ts",
      "test/verification/verify.test.ts",
    ],
  },
  endpoints: {
    sources: ["src/http/endpoints/{oauth,oauth2,1.1}/**/*.ts"],
    tests: services,
    readers: ["src/http/server/open-api.test.ts"],
    oneOf: 4,
  },
};
