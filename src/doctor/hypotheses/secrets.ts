import { percentEncode } from "#oauth1";
import type { Alteration } from "../cause.ts";
import type { Change, Facts, Weight } from "../hypothesis.ts";

/** RFC 5849 §3.4.2: the key is both secrets, encoded and joined with `&`, even if one is empty. */
export function* secrets({ signing, known }: Facts): Iterable<Change> {
  const { consumerSecret, tokenSecret } = signing;
  const { consumerKey, previousSecret } = known.application;
  const token = signing.parameters.find(([name]) => name === "oauth_token");
  if (tokenSecret !== "") {
    yield { weight: 1, cause: { id: "token-secret-missing" }, tokenSecret: "" };
    const cause = { id: "token-secret-is-consumer-secret" } as const;
    yield { weight: 1, cause, tokenSecret: consumerSecret };
  }
  if (tokenSecret !== "" && token !== undefined) {
    yield { weight: 2, cause: { id: "token-secret-is-token" }, tokenSecret: token[1] };
    // The client signed for the application alone, and the token was added to the request.
    const one = { sent: token, signed: [] };
    yield { weight: 1, cause: { id: "signed-alone" }, tokenSecret: "", one };
  }
  const swapped = { consumerSecret: tokenSecret, tokenSecret: consumerSecret };
  yield { weight: 1, cause: { id: "secrets-swapped" }, ...swapped };
  if (previousSecret !== undefined) {
    const { secret, until } = previousSecret;
    yield { weight: 1, cause: { id: "previous-secret", until }, consumerSecret: secret.reveal() };
  }
  const cause = { id: "consumer-secret-is-token-secret" } as const;
  yield { weight: 1, cause, consumerSecret: tokenSecret };
  yield { weight: 2, cause: { id: "consumer-secret-missing" }, consumerSecret: "" };
  yield { weight: 2, cause: { id: "consumer-secret-is-key" }, consumerSecret: consumerKey };
  for (const { name: application, secrets: others } of known.others) {
    const cause = { id: "other-application-secret", application } as const;
    for (const secret of others) yield { weight: 2, cause, consumerSecret: secret.reveal() };
  }
  for (const [how, altered, weight] of alterations(consumerSecret)) {
    yield* bothJoins({
      weight,
      cause: { id: "consumer-secret-altered", how },
      consumerSecret: altered,
    });
  }
  for (const [how, altered, weight] of alterations(tokenSecret)) {
    yield* bothJoins({ weight, cause: { id: "token-secret-altered", how }, tokenSecret: altered });
  }
  yield { weight: 1, cause: { id: "key-without-ampersand" }, join: joinedWith("") };
  yield { weight: 1, cause: { id: "key-unencoded" }, join: joinedUnencoded };
  yield { weight: 3, cause: { id: "key-ampersand-encoded" }, join: joinedWith("%26") };
}

/** Many clients do not encode secrets in the key. This only matters for a secret with a space or a quote. */
function bothJoins(change: Change): readonly Change[] {
  return [change, { ...change, join: joinedUnencoded }];
}

function joinedUnencoded(consumerSecret: string, tokenSecret: string): string {
  return `${consumerSecret}&${tokenSecret}`;
}

function joinedWith(separator: string): (...secrets: [string, string]) => string {
  return (...secrets) => secrets.map(percentEncode).join(separator);
}

/** Characters are added or lost when a secret is copied. */
function alterations(secret: string): readonly (readonly [Alteration, string, Weight])[] {
  if (secret === "") return [];
  return [
    ["line-end", `${secret}\n`, 2],
    ["space", `${secret} `, 2],
    ["space", ` ${secret}`, 2],
    ["line-end", `${secret}\r\n`, 3],
    ["line-end", `${secret}\r`, 3],
    ["space", `${secret}\t`, 3],
    ["quotes", `"${secret}"`, 3],
    ["quotes", `'${secret}'`, 3],
    ["quotes", `<${secret}>`, 4],
    ["cut", secret.slice(0, -1), 3],
    ["cut", secret.slice(1), 3],
    ["case", secret.toLowerCase(), 3],
    ["case", secret.toUpperCase(), 3],
  ];
}
