[
  {
    "file": "src/oauth2/basic-credentials.ts",
    "line": "const basic = /^basic +([A-Za-z0-9+/=_-][A-Za-z0-9+/=_ \\t\\r\\n-]*)$/i;",
    "becomes": "/^basic +([A-Za-z0-9+/=_-][A-Za-z0-9+/=_ \\t\\r\\n-]+)$/i",
    "because": "One character of base64 decodes to nothing, which has no colon: refused either way."
  },
  {
    "file": "src/oauth2/basic-credentials.ts",
    "line": "if (!text.includes(\"%\")) return text;",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth2/basic-credentials.ts",
    "line": "return new URLSearchParams(`x=${plain}`).get(\"x\") ?? \"\";",
    "becomes": "\"mutant\"",
    "because": "The type asks for a default; the array always has this entry."
  },
  {
    "file": "src/keys/key-ring.ts",
    "line": "const start = 1 + (bytes[0] ?? 0);",
    "becomes": "(0 + 1)",
    "because": "Only an empty sealed form has no first byte, and it opens nowhere."
  },
  {
    "file": "src/keys/key-ring.ts",
    "line": "if (typeof digestOrSealed === \"string\") return digestOrSealed.split(\".\", 1)[0] ?? \"\";",
    "becomes": "(1 + 1)",
    "because": "The limit of split saves work; the first part is the same."
  },
  {
    "file": "src/keys/key-ring.ts",
    "line": "if (typeof digestOrSealed === \"string\") return digestOrSealed.split(\".\", 1)[0] ?? \"\";",
    "becomes": "\"mutant\"",
    "because": "The type asks for a default; the array always has this entry."
  },
  {
    "file": "src/keys/key-ring.ts",
    "line": "return Buffer.from(digestOrSealed.subarray(1, 1 + (digestOrSealed[0] ?? 0))).toString(\"latin1\");",
    "becomes": "(0 + 1)",
    "because": "The type asks for a default; the array always has this entry."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "\"id:base64 of 32 bytes, several separated by commas or line breaks, the one that encrypts first\";",
    "because": "A text for people."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? [];",
    "becomes": "/^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]*={0,2})$/",
    "because": "No base64 is a key of no bytes, which is refused too."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "const key = Buffer.from(base64 ?? \"\", \"base64\");",
    "becomes": "\"mutant\"",
    "because": "Without base64 there is no id either, and the entry is refused."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "if (!existsSync(path)) createKeyFile(path);",
    "becomes": "true",
    "because": "createKeyFile leaves a file that is there as it is; the look before saves work."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "writeFileSync(fresh, `${newKey([]).text}\\n`, { mode: 0o600, flush: true });",
    "becomes": "false",
    "because": "What is lost without a flush is lost in a power cut, which no test makes."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "writeFileSync(fresh, text, { mode: 0o600, flush: true });",
    "becomes": "false",
    "because": "What is lost without a flush is lost in a power cut, which no test makes."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "writeFileSync(fresh, text, { mode: 0o600, flush: true });",
    "becomes": "(0o600 + 1)",
    "because": "chmod follows."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "if (!existsSync(path)) throw error;",
    "because": "A link that fails for another reason than a file that is there needs a file system without hard links."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "rmSync(fresh, { force: true });",
    "becomes": "false",
    "because": "The file is there whenever this is reached."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "chmodSync(fresh, 0o600);",
    "becomes": ";",
    "because": "The mode was given to writeFileSync; this is for a file that a killed process of the same number left behind."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "const id = randomBytes(4).toString(\"hex\");",
    "becomes": "(4 + 1)",
    "because": "A longer id works as well."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "if (!taken.includes(id)) return { id, text: `${id}:${randomBytes(32).toString(\"base64\")}` };",
    "becomes": "true",
    "because": "A key id drawn twice: one case in four thousand million."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "if (process.platform !== \"win32\" && (statSync(path).mode & 0o077) !== 0) {",
    "becomes": "\"\"",
    "because": "Tests run where there are modes."
  },
  {
    "file": "src/oauth1/authorization-header.ts",
    "line": "const [whole, name = \"\", quoted, bare = \"\"] = match;",
    "because": "The types ask for defaults; the expression always matches a name, and a value in quotes or a bare one."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "while (start < binary.length && count <= mostParameters) {",
    "becomes": "((start) <= (binary.length))",
    "because": "One more turn behind the end finds no pair."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "while (start < binary.length && parameters.length < atMost) {",
    "becomes": "((start) <= (binary.length))",
    "because": "One more turn behind the end finds no pair."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "if (one[0] !== other[0]) return one[0] < other[0] ? -1 : 1;",
    "becomes": "((one[0]) <= (other[0]))",
    "because": "What is equal does not get here."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "if (one[0] !== other[0]) return one[0] < other[0] ? -1 : 1;",
    "becomes": "(1 + 1)",
    "because": "Only the sign of the answer counts."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1;",
    "becomes": "((one[1]) <= (other[1]))",
    "because": "What is equal does not get here."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1;",
    "becomes": "(1 + 1)",
    "because": "Only the sign of the answer counts."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1;",
    "becomes": "true",
    "because": "Equal pairs may stand in either order."
  },
  {
    "file": "src/oauth1/parameters.ts",
    "line": "return 0;",
    "because": "Equal pairs may stand in either order."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "if (!reserved.test(binary)) return binary;",
    "becomes": "false",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "if (!differsFromBuiltIn.test(binary)) return encodeURIComponent(binary);",
    "becomes": "false",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "const encoded = Buffer.allocUnsafe(binary.length * 3);",
    "becomes": "(3 + 1)",
    "because": "The buffer may be longer than what is written into it."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "const isUnreserved = Uint8Array.from({ length: 256 }, (_, byte) =>",
    "becomes": "(256 + 1)",
    "because": "There are 256 bytes; another entry is never asked for."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "const hexDigits: (number | undefined)[] = Array.from({ length: 256 }, (_, code) => {",
    "becomes": "(256 + 1)",
    "because": "There are 256 bytes; another entry is never asked for."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "if (percent === -1) return binary;",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "return /[0-9A-Fa-f]/.test(character) ? Number.parseInt(character, 16) : undefined;",
    "becomes": "(16 + 1)",
    "because": "A single digit to F is the same in base 17."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "return percentDecode(binary.includes(\"+\") ? binary.replace(/\\+/g, \" \") : binary);",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "if (!beyondAscii.test(binary)) return binary;",
    "becomes": "false",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "return beyondAscii.test(binary) ? Buffer.from(binary, \"latin1\").toString(\"utf8\") : binary;",
    "becomes": "true",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/percent-encoding.ts",
    "line": "return beyondAscii.test(text) ? Buffer.from(text, \"utf8\").toString(\"latin1\") : text;",
    "becomes": "true",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/request-parameters.ts",
    "line": "return holdsProtocolName(parts.query ?? \"\") || holdsProtocolName(formBodyOf(parts));",
    "becomes": "\"mutant\"",
    "because": "No query has no protocol parameter, and neither is the name of the mutant."
  },
  {
    "file": "src/oauth1/request-parameters.ts",
    "line": "if (!form.includes(\"oauth_\") && !form.includes(\"%\")) return false;",
    "because": "A short cut: without it the same thing happens by a longer way."
  },
  {
    "file": "src/oauth1/request-parameters.ts",
    "line": "const query = parseForm(parts.query ?? \"\", mostParameters + 1);",
    "becomes": "(1 + 1)",
    "because": "Reading one pair more than is needed to see that there are too many changes no answer."
  },
  {
    "file": "src/oauth1/request-parameters.ts",
    "line": "const body = parseForm(formBodyOf(parts), mostParameters + 1);",
    "becomes": "(1 + 1)",
    "because": "Reading one pair more than is needed to see that there are too many changes no answer."
  },
  {
    "file": "src/oauth1/signed-request.ts",
    "line": "const digits = /^[0-9]+$/;",
    "becomes": "/^[0-9]*$/",
    "because": "An empty timestamp is refused as missing before."
  },
  {
    "file": "src/oauth1/signed-request.ts",
    "line": "const withoutPort = origin.replace(/:[0-9]+$/, \"\");",
    "becomes": "/:[0-9]*$/",
    "because": "An origin as URLs print it has no colon at its end."
  },
  {
    "file": "src/oauth1/signed-request.ts",
    "line": "return withoutPort === origin ? [origin] : [origin, withoutPort];",
    "becomes": "false",
    "because": "The same spelling twice is tried twice."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "syncDirectory(path);",
    "becomes": ";",
    "because": "What is lost without it is lost in a power cut, which no test makes."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "fsyncSync(directory);",
    "becomes": ";",
    "because": "What is lost without it is lost in a power cut, which no test makes."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "closeSync(directory);",
    "becomes": ";",
    "because": "A file that stays open until the process ends is no difference to any caller; it is opened at a start and at a rotation."
  },
  {
    "file": "src/keys/key-sources.ts",
    "line": "if (process.platform === \"win32\") return;",
    "because": "What is lost without it is lost in a power cut, which no test makes. On Windows, where no test runs, directories cannot be synced."
  },
  {
    "file": "src/authentication/bearer.ts",
    "line": "const token = parseBearer(incoming.authorization ?? \"\");",
    "becomes": "\"mutant\"",
    "because": "The type asks for a default; only a request with this header gets here."
  },
  {
    "file": "src/authentication/browser-session.ts",
    "line": "const value = cookieOf(incoming, knownBrowserCookie(dependencies)) ?? \"\";",
    "becomes": "\"mutant\"",
    "because": "Neither text names the account, so both are no cookie of ours."
  },
  {
    "file": "src/authentication/browser-session.ts",
    "line": "const presentPasswordPurpose = \"known browser, present password\";",
    "becomes": "\"\"",
    "because": "A label that both sides use. It has to differ from the other purposes, and a test exchanges the two parts of the cookie."
  },
  {
    "file": "src/authentication/origin.ts",
    "line": "const [scheme, authority = \"\"] = origin.split(\"://\");",
    "becomes": "\"mutant\"",
    "because": "The type asks for a default; every configured origin has these parts."
  },
  {
    "file": "src/authentication/origin.ts",
    "line": "return !/:[0-9]+$/.test(authority) && (port === \":\" || port === ownPorts[scheme ?? \"\"]);",
    "becomes": "/:[0-9]*$/",
    "because": "No configured origin ends with a colon."
  },
  {
    "file": "src/authentication/origin.ts",
    "line": "return !/:[0-9]+$/.test(authority) && (port === \":\" || port === ownPorts[scheme ?? \"\"]);",
    "becomes": "\"mutant\"",
    "because": "The type asks for a default; every configured origin has a scheme."
  },
  {
    "file": "src/authentication/prepared-keys.ts",
    "line": "if (known !== undefined) return known;",
    "becomes": "false",
    "because": "A short cut: a key that is prepared again is the same key."
  },
  {
    "file": "src/authentication/prepared-keys.ts",
    "line": "prepared.set(consumerSecret, keys.set(tokenSecret, key));",
    "becomes": ";",
    "because": "A short cut: a key that is prepared again is the same key."
  },
  {
    "file": "src/authentication/stranger.ts",
    "line": "if (known !== undefined) return known;",
    "becomes": "false",
    "because": "A short cut: another secret that nobody knows is as good."
  },
  {
    "file": "src/authentication/stranger.ts",
    "line": "requestEmail: false,",
    "becomes": "true",
    "because": "The stand-in is never proven, so nobody reads what it may do."
  },
  {
    "file": "src/domain/address.ts",
    "line": "const [, mapped] = /^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d+)$/i.exec(canonical) ?? [];",
    "becomes": "/^::ffff:(\\d*\\.\\d+\\.\\d+\\.\\d+)$/i",
    "because": "Node writes the canonical form, and a number has digits in it."
  },
  {
    "file": "src/domain/address.ts",
    "line": "const [, mapped] = /^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d+)$/i.exec(canonical) ?? [];",
    "becomes": "/^::ffff:(\\d+\\.\\d*\\.\\d+\\.\\d+)$/i",
    "because": "Node writes the canonical form, and a number has digits in it."
  },
  {
    "file": "src/domain/address.ts",
    "line": "const [, mapped] = /^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d+)$/i.exec(canonical) ?? [];",
    "becomes": "/^::ffff:(\\d+\\.\\d+\\.\\d*\\.\\d+)$/i",
    "because": "Node writes the canonical form, and a number has digits in it."
  },
  {
    "file": "src/domain/address.ts",
    "line": "const [, mapped] = /^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d+)$/i.exec(canonical) ?? [];",
    "becomes": "/^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d*)$/i",
    "because": "Node writes the canonical form, and a number has digits in it."
  },
  {
    "file": "src/storage/sql/application-secrets.ts",
    "line": "const overlaps = change.oldUntil > change.now;",
    "becomes": "((change.oldUntil) >= (change.now))",
    "because": "An overlap that ends now is none: each look compares its end with the time."
  },
  {
    "file": "src/storage/sql/application-secrets.ts",
    "line": "old_secret_until: overlaps ? change.oldUntil : null,",
    "becomes": "true",
    "because": "The end of an overlap that is over lets no secret sign: each look compares it with the time, and without an old secret there is none to sign."
  },
  {
    "file": "src/storage/sql/census.ts",
    "line": ".limit(1)",
    "because": "Only the first row is taken."
  },
  {
    "file": "src/storage/sql/census.ts",
    "line": "select ${key} as key from ${from} where ${key} > ${after} order by ${key} limit 1 offset ${stepRows - 1}`.execute(",
    "because": "How many rows a step counts changes no sum."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "user: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "application: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "application_icon: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "collaborator: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "ownership_offer: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "request_token: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "access_token: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "bearer_token: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "session: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "totp: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "recovery_code: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "waiting_sign_in: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "audit_event: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "grant_count: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "one_time_link: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "resting_screen_name: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "setting: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "use_count: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "deleted_application: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "ring_key: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "notice: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/ledger-tables.ts",
    "line": "limit_notice: true,",
    "becomes": "false",
    "because": "The names alone are read; the type asks for each of them."
  },
  {
    "file": "src/storage/sql/migrate.ts",
    "line": "disableTransactions: true,",
    "becomes": "false",
    "because": "Kysely opens none on SQLite; on PostgreSQL its own would end where the one that is open ends."
  },
  {
    "file": "src/storage/sql/migrations/0001-ledger.ts",
    "line": ".createIndex(\"user_operator\")",
    "becomes": "\"\"",
    "because": "An index is found by its columns; nothing names this one."
  },
  {
    "file": "src/storage/sql/census.ts",
    "line": "total += Number(rows[0]?.rows ?? 0);",
    "becomes": "(0 + 1)",
    "because": "The type asks for a default; a count has a row."
  },
  {
    "file": "src/domain/callback.ts",
    "line": "return { scheme, authority, host: authority, port: \"\", rest: end === -1 ? \"\" : after.slice(end) };",
    "becomes": "false",
    "because": "Without a path there is no `?` in it, and an app's callback with a host is refused for its host."
  },
  {
    "file": "src/domain/callback.ts",
    "line": "return { scheme, authority, host: authority, port: \"\", rest: end === -1 ? \"\" : after.slice(end) };",
    "becomes": "(1 + 1)",
    "because": "Without a path there is no `?` in it, and an app's callback with a host is refused for its host."
  },
  {
    "file": "src/domain/callback.ts",
    "line": "return parts.rest.split(\"?\", 1)[0] ?? \"\";",
    "becomes": "\"mutant\"",
    "because": "The type asks for a default; the array always has this entry."
  },
  {
    "file": "src/domain/colour.ts",
    "line": "const steps = 500;",
    "because": "Steps that are a little finer lead to nearly the same colour."
  },
  {
    "file": "src/domain/fair-queue.ts",
    "line": "for (const one of networks) if (one[1].length > found[1].length) found = one;",
    "becomes": "((one[1].length) >= (found[1].length))",
    "because": "Of networks that have equally many either may give one back."
  },
  {
    "file": "src/storage/sql/migrations/0001-ledger.ts",
    "line": ".addPrimaryKeyConstraint(\"use_count_key\", [\"application_id\", \"resolution\", \"at\", \"kind\"])",
    "becomes": "\"\"",
    "because": "A key is found by its columns; nothing names this one."
  },
  {
    "file": "src/storage/sql/migrations/0002-callback-schemes.ts",
    "line": "for (let after = -1; ; ) {",
    "because": "Ids have sixteen digits: none lies between."
  },
  {
    "file": "src/storage/sql/migrations/0002-callback-schemes.ts",
    "line": ".limit(1000)",
    "because": "How many rows a step takes changes no result."
  },
  {
    "file": "src/storage/sql/migrations/0002-callback-schemes.ts",
    "line": "const last = rows.at(-1);",
    "becomes": "(1 + 1)",
    "because": "A row is looked at twice, and found as it is."
  },
  {
    "file": "src/storage/sql/migrations/0005-waiting-applications.ts",
    "line": "for (let after = -1; ; ) {",
    "because": "Ids have sixteen digits: none lies between."
  },
  {
    "file": "src/storage/sql/migrations/0005-waiting-applications.ts",
    "line": ".limit(1000)",
    "because": "How many rows a step takes changes no result."
  },
  {
    "file": "src/storage/sql/migrations/0005-waiting-applications.ts",
    "line": "const last = rows.at(-1);",
    "becomes": "(1 + 1)",
    "because": "A row is looked at twice, and found as it is."
  }
]
