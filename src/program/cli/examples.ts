/**
 * Examples in the help of commands and in docs/reference/commands.md. test/cli/help-examples.test.ts runs them in this
 * order, in one directory, with real values for the words in capitals.
 */
export const examples: Readonly<Record<string, readonly string[]>> = {
  migrate: ["countersign migrate"],
  config: ["countersign config"],
  "user create": [
    "countersign user create --screen-name alice --admin --password-file password.txt",
    "countersign user create --screen-name bob --email bob@example.com --password-file - < password.txt",
  ],
  "user list": ["countersign user list", "countersign user list --admin true --json"],
  "user show": ["countersign user show --screen-name bob"],
  "user suspend": [
    "countersign user suspend --screen-name bob --because 'the account was taken over'",
  ],
  "user restore": ["countersign user restore --screen-name bob"],
  "admin grant": ["countersign admin grant --screen-name bob"],
  "invitation create": ["countersign invitation create --note 'for Carol'"],
  "app create": [
    "countersign app create --owner alice --name 'Weather Bot' --access read --callback https://weather.example/callback",
  ],
  "app list": ["countersign app list", "countersign app list --owner alice --never-used"],
  "app show": ["countersign app show --consumer-key CONSUMER_KEY"],
  "app regenerate-secret": [
    "countersign app regenerate-secret --consumer-key CONSUMER_KEY --overlap 24h --yes",
  ],
  "plan create": ["countersign plan create --name partner --limit oauth2/token=100"],
  "api-limit list": ["countersign api-limit list"],
  "usage show": [
    "countersign usage show",
    "countersign usage show --consumer-key CONSUMER_KEY --csv > usage.csv",
  ],
  "sunset list": ["countersign sunset list"],
  "token create": ["countersign token create --consumer-key CONSUMER_KEY --screen-name bob"],
  "token list": ["countersign token list --screen-name bob"],
  "token revoke": ["countersign token revoke --consumer-key CONSUMER_KEY --screen-name bob --yes"],
  "api-key create": ["countersign api-key create --name pipeline --role viewer"],
  "bulk suspend-apps": ["countersign bulk suspend-apps --owner alice --never-used --dry-run"],
  "setting show": ["countersign setting show"],
  "webhook list": ["countersign webhook list"],
  find: ["countersign find weather"],
  export: [
    "countersign export --as yaml > countersign.yaml",
    "countersign export everything.jsonl --with-secrets",
  ],
  apply: [
    "countersign apply -f countersign.yaml --plan",
    "countersign apply -f countersign.yaml --yes",
  ],
  import: ["countersign import everything.jsonl --dry-run", "countersign import everything.jsonl"],
  "audit export": [
    "countersign audit export > events.jsonl",
    "countersign audit export --actor alice --changes",
  ],
  "keys rotate": ["countersign keys rotate"],
  backup: [
    "countersign backup 2026-07-01.db",
    "countersign backup 2026-07-02.db --with-keys --passphrase-file password.txt",
  ],
  "backup verify": ["countersign backup verify 2026-07-02.db --passphrase-file password.txt"],
  "revocations export": ["countersign revocations export revocations.jsonl"],
  check: ["countersign check", "countersign check --json > findings.json"],
  "debug-signature": ["countersign debug-signature request.txt"],
  serve: ["countersign serve"],
  demo: ["countersign demo"],
  "test-server": ["countersign test-server --json"],
  gallery: ["countersign gallery --port 8090"],
  restore: [
    "countersign restore 2026-07-02.db --passphrase-file password.txt --revocations revocations.jsonl",
  ],
  move: [
    "countersign move --to 'postgres://countersign@db.example.com/countersign?sslmode=verify-full'",
  ],
  completion: [
    "source <(countersign completion bash)",
    "countersign completion zsh > _countersign",
    "countersign completion fish > countersign.fish",
  ],
};
