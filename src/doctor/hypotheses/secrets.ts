import { percentEncode } from "#oauth1";
import type { Alteration, Cause } from "../cause.ts";
import type { Change, Hypothesis } from "../hypothesis.ts";
import type { Join, Secrets, Signing } from "../signing.ts";

export const previousSecret: Hypothesis = ({ known }) => {
  const { previousSecret: previous } = known.application;
  if (previous === undefined) return [];
  return [consumer({ id: "previous-secret", until: previous.until }, 1, previous.secret.reveal())];
};

export const otherApplicationSecret: Hypothesis = ({ known }) =>
  known.others.flatMap(({ name: application, secrets }) =>
    secrets.map((secret) =>
      consumer({ id: "other-application-secret", application }, 2, secret.reveal()),
    ),
  );

export const otherThanConsumerSecret: Hypothesis = ({ signing, known }) => [
  consumer({ id: "consumer-secret-is-token-secret" }, 1, signing.secrets.token),
  consumer({ id: "consumer-secret-missing" }, 2, ""),
  consumer({ id: "consumer-secret-is-key" }, 2, known.application.consumerKey),
];

export const otherThanTokenSecret: Hypothesis = ({ signing }) => {
  if (signing.secrets.token === "") return [];
  const { consumer: consumerSecret } = signing.secrets;
  const sent = signing.parameters.find(([name]) => name === "oauth_token")?.[1];
  return [
    token({ id: "token-secret-missing" }, 1, ""),
    token({ id: "token-secret-is-consumer-secret" }, 1, consumerSecret),
    ...(sent === undefined ? [] : [token({ id: "token-secret-is-token" }, 2, sent)]),
  ];
};

/** The client signed for the application alone (without a token), and the token was added to the request. */
export const signedAlone: Hypothesis = ({ signing }) => {
  const sent = signing.parameters.find(([name]) => name === "oauth_token");
  if (signing.secrets.token === "" || sent === undefined) return [];
  return [
    {
      cause: { id: "signed-alone" },
      parts: ["token secret", `one:oauth_token=${sent[1]}`],
      weight: 1,
      apply: (one) => ({
        ...withSecrets((secrets) => ({ ...secrets, token: "" }))(one),
        parameters: one.parameters.filter(([name]) => name !== "oauth_token"),
      }),
    },
  ];
};

export const swappedSecrets: Hypothesis = () => [
  {
    cause: { id: "secrets-swapped" },
    parts: ["consumer secret", "token secret"],
    weight: 1,
    apply: withSecrets(({ consumer: one, token: other }) => ({ consumer: other, token: one })),
  },
];

/** Characters are added or lost when a secret is copied. */
export const alteredConsumerSecret: Hypothesis = ({ signing }) =>
  alterations(signing.secrets.consumer).flatMap(([how, altered, weight]) =>
    bothJoins({ id: "consumer-secret-altered", how }, "consumer secret", weight, (one) => ({
      ...one,
      consumer: altered,
    })),
  );

export const alteredTokenSecret: Hypothesis = ({ signing }) =>
  alterations(signing.secrets.token).flatMap(([how, altered, weight]) =>
    bothJoins({ id: "token-secret-altered", how }, "token secret", weight, (one) => ({
      ...one,
      token: altered,
    })),
  );

/** RFC 5849 §3.4.2: the key is both secrets, encoded and joined with `&`, even if one is empty. */
export const otherKey: Hypothesis = () => [
  joinedAs({ id: "key-without-ampersand" }, 1, withoutAmpersand),
  joinedAs({ id: "key-unencoded" }, 1, unencoded),
  joinedAs({ id: "key-ampersand-encoded" }, 3, ampersandEncoded),
];

function withoutAmpersand(secrets: Secrets): string {
  return encoded(secrets).join("");
}

function unencoded({ consumer: one, token: other }: Secrets): string {
  return `${one}&${other}`;
}

function ampersandEncoded(secrets: Secrets): string {
  return encoded(secrets).join("%26");
}

function encoded({ consumer: one, token: other }: Secrets): string[] {
  return [one, other].map(percentEncode);
}

function joinedAs(cause: Cause, weight: Change["weight"], join: Join): Change {
  return { cause, parts: ["join"], weight, apply: (signing) => ({ ...signing, join }) };
}

/** Each changed form has its weight: how common it is. */
function alterations(secret: string): (readonly [Alteration, string, Change["weight"]])[] {
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

/** Many clients do not encode secrets in the key. This only matters for a secret with a space or a quote. */
function bothJoins(
  cause: Cause,
  part: "consumer secret" | "token secret",
  weight: Change["weight"],
  change: (secrets: Secrets) => Secrets,
): Change[] {
  const altered = withSecrets(change);
  return [
    { cause, parts: [part], weight, apply: altered },
    {
      cause,
      parts: [part, "join"],
      weight,
      apply: (signing) => ({ ...altered(signing), join: unencoded }),
    },
  ];
}

function consumer(cause: Cause, weight: Change["weight"], secret: string): Change {
  const apply = withSecrets((secrets) => ({ ...secrets, consumer: secret }));
  return { cause, parts: ["consumer secret"], weight, apply };
}

function token(cause: Cause, weight: Change["weight"], secret: string): Change {
  const apply = withSecrets((secrets) => ({ ...secrets, token: secret }));
  return { cause, parts: ["token secret"], weight, apply };
}

function withSecrets(change: (secrets: Secrets) => Secrets): (signing: Signing) => Signing {
  return (signing) => ({ ...signing, secrets: change(signing.secrets) });
}
