import type { Alteration, CauseDetails, EncodingPlace } from "../../../../doctor/cause.ts";
import type { CauseTexts } from "../../causes.ts";
import { numbersIn, quoted, spaced } from "../../formats.ts";
import { dates } from "../dates.ts";

export const causes: CauseTexts = {
  unsigned: {
    what: "The request isn’t signed: it has no oauth_ parameters.",
    change:
      "Paste it with its Authorization header. Browsers and proxies often leave that header out when they export a request.",
  },
  bearer: {
    what: "The request has a bearer token where a signature may be needed.",
    change:
      "A bearer token acts for the application. To act for a user, sign with OAuth 1.0a and the user’s access token.",
  },
  basic: {
    what: "The request uses Basic authentication, which only oauth2/token accepts.",
    change: "Sign the request with OAuth 1.0a, or get a bearer token first and send that.",
  },
  "basic-needed": {
    what: "oauth2/token takes the consumer key and secret as Basic credentials, not a signature.",
    change: "Send Authorization: Basic with the base64 of key:secret.",
  },
  "basic-malformed": {
    what: "The Authorization header isn’t Basic followed by the base64 of key:secret.",
    change:
      "Join the consumer key and the secret with a colon, and encode the result as base64 once.",
  },
  "basic-secret": {
    what: "The consumer key is right, but the secret isn’t this application’s.",
    change: "Send the application’s current consumer secret, not a token’s secret.",
  },
  "two-headers": {
    what: "The request has two Authorization headers.",
    change: "Send one. A proxy or an HTTP client may have added its own.",
  },
  "two-identities": {
    what: "The request has oauth_ parameters and an Authorization header of another scheme.",
    change: "Send one kind of credentials only.",
  },
  "malformed-header": {
    what: 'The Authorization header isn’t a list of name="value" pairs.',
    change: "Write OAuth, then the pairs with commas between them. Percent-encode the values.",
  },
  missing: {
    what: ({ name }) => `${name} is missing.`,
    change: ({ name }) => `Add ${name} and sign the request with it.`,
  },
  "different-values": {
    what: ({ name }) => `${name} is sent twice with different values.`,
    change: "Send it once, in the header, the query, or the form.",
  },
  "not-utf8": {
    what: ({ name }) => `The value of ${name} isn’t UTF-8.`,
    change: "Encode text as UTF-8 before you percent-encode it.",
  },
  "too-many-parameters": {
    what: ({ most }) => `The request has more than ${most} parameters.`,
    change: "Send fewer, or send them in a JSON body, which isn’t signed.",
  },
  version: {
    what: ({ sent }) => `oauth_version is ${quoted(sent)}, and only 1.0 is accepted.`,
    change: "Send 1.0, or leave oauth_version out.",
  },
  "timestamp-form": {
    what: ({ sent }) => `oauth_timestamp is ${quoted(sent)}, which isn’t a whole number.`,
    change: "Send the seconds since 1970-01-01 00:00 UTC, in digits only.",
  },
  "nonce-form": {
    what: "oauth_nonce isn’t 1 to 128 printable ASCII characters.",
    change: "Use letters and digits, such as 32 random hex digits.",
  },
  "signature-method": {
    what: ({ sent, right }) =>
      right
        ? `The request is signed with ${quoted(sent)}, which isn’t accepted. The secrets are right.`
        : `oauth_signature_method is ${quoted(sent)}, which isn’t accepted.`,
    change: ({ accepted }) =>
      `Set the signature method of your library to ${accepted.join(" or ")}.`,
  },

  "other-key": {
    what: ({ application }) =>
      application === undefined
        ? "The consumer key isn’t this application’s."
        : `The consumer key belongs to another application of yours, ${application}.`,
    change: "Use the key and the secret of the same application.",
  },
  "key-altered": {
    what: ({ how }) => `The consumer key is this application’s, but ${altered[how]}.`,
    change: "Copy the key again, and check what your program reads it from.",
  },
  "token-missing": {
    what: "The request has no oauth_token.",
    change: "Send the token in oauth_token, and sign with its secret.",
  },
  "token-unwanted": {
    what: "The request has a user’s token, and this API is for applications on their own behalf.",
    change: "Sign with the consumer key and its secret alone, without oauth_token.",
  },
  "token-gone": {
    what: ({ kind }) => tokensGone[kind],
    change: ({ kind }) =>
      kind === "request"
        ? "Start again with a new request token."
        : "Check that the whole token is sent, or ask the user for access again.",
  },
  "token-revoked": {
    what: ({ at, by }) =>
      `The access token no longer works: ${revokers[by]} on ${dates.moment(at)}.`,
    change: "Ask the user for access again. You’ll get a new token.",
  },
  "token-of-other-application": {
    what: ({ application }) => `The token belongs to another application of yours, ${application}.`,
    change: "Use the token with the consumer key that it was issued to.",
  },
  "request-token-expired": {
    what: ({ at }) => `The request token expired on ${dates.moment(at)}. It lives for 15 minutes.`,
    change: "Start again with a new request token.",
  },
  "request-token-instead": {
    what: "The token is a request token, and this call needs an access token.",
    change: "Exchange it at oauth/access_token first, and sign with the access token that you get.",
  },
  "access-token-instead": {
    what: "The token is an access token, and oauth/access_token needs the request token.",
    change: "Exchange the request token that the user approved.",
  },
  "not-approved": {
    what: "No one has approved the request token yet.",
    change: "Send the user to oauth/authorize, and exchange the token when they come back.",
  },

  "secret-revoked": {
    what: ({ at }) =>
      `An administrator ended the consumer secret on ${dates.moment(at)}, so every request with this consumer key is rejected.`,
    change: "Create a new consumer secret under “Keys and tokens”, and give it to your program.",
  },
  "previous-secret": {
    what: ({ until }) =>
      `The request uses the previous consumer secret, which ended on ${dates.moment(until)}.`,
    change: "Give your program the current consumer secret.",
  },
  "other-application-secret": {
    what: ({ application }) =>
      `The consumer secret belongs to another application of yours, ${application}.`,
    change: "Use the key and the secret of the same application.",
  },
  "consumer-secret-altered": {
    what: ({ how }) => `The consumer secret is right, but ${altered[how]}.`,
    change: fixOfAlteration,
  },
  "consumer-secret-missing": {
    what: "The request is signed with an empty consumer secret.",
    change:
      "Check that your program finds the secret, for example that its environment variable is set.",
  },
  "consumer-secret-is-key": {
    what: "The consumer key was used as the consumer secret.",
    change: "Put the consumer secret in its place.",
  },
  "consumer-secret-is-token-secret": {
    what: "The token’s secret was used as the consumer secret.",
    change: "Sign with the consumer secret first, then the token’s secret.",
  },
  "token-secret-missing": {
    what: "The request is signed without the token’s secret.",
    change: "Pass the token’s secret to your library together with the token.",
  },
  "signed-alone": {
    what: "The request has a token, but is signed as if the application sent it without one.",
    change:
      "Give the token and its secret to your library. If the application calls on its own behalf, leave oauth_token out.",
  },
  "token-secret-altered": {
    what: ({ how }) => `The token’s secret is right, but ${altered[how]}.`,
    change: fixOfAlteration,
  },
  "token-secret-is-token": {
    what: "The token itself was used as its secret.",
    change: "Use the oauth_token_secret that came with the token.",
  },
  "token-secret-is-consumer-secret": {
    what: "The consumer secret was used as the token’s secret.",
    change: "Use the oauth_token_secret that came with the token.",
  },
  "secrets-swapped": {
    what: "The consumer secret and the token’s secret are swapped.",
    change:
      "The key is the consumer secret, &, then the token’s secret. Without a token, nothing follows the &.",
  },
  "wrong-secret": {
    what: ({ withToken }) =>
      withToken
        ? "Nothing that was tried explains the signature. Most likely the consumer secret or the token’s secret is wrong."
        : "Nothing that was tried explains the signature. Most likely the consumer secret is wrong.",
    change: ({ setAt, replaced }) =>
      `Copy the secrets again. ${replaced ? `The consumer secret was replaced on ${dates.moment(setAt)}: a program that has the earlier one is rejected.` : `The consumer secret was set on ${dates.moment(setAt)}.`} If they’re right, compare the base string below with the one that your program signs.`,
  },
  "key-unencoded": {
    what: "The secrets aren’t percent-encoded in the signing key.",
    change: "Percent-encode both secrets before you join them with &.",
  },
  "key-without-ampersand": {
    what: "The signing key has no & between the secrets.",
    change:
      "The key is the consumer secret, &, then the token’s secret. The & stays when there’s no token.",
  },
  "key-ampersand-encoded": {
    what: "The & between the secrets is percent-encoded in the signing key.",
    change: "Encode each secret by itself, then join them with a plain &.",
  },

  digest: {
    what: ({ used, expected }) =>
      `The signature is made with ${used}, but should be made with ${expected}.`,
    change: ({ expected }) => `Set the signature method of your library to ${expected}.`,
  },
  hex: {
    what: "The signature is written in hex.",
    change: "Encode the bytes of the digest as base64.",
  },
  "hex-in-base64": {
    what: "The signature is the base64 of the digest’s hex digits.",
    change: "Encode the bytes of the digest as base64, not its hex text.",
  },
  "signature-unencoded": {
    what: "The signature isn’t percent-encoded, so its + arrives as a space.",
    change: "Percent-encode oauth_signature where you put it into the query or the form.",
  },
  "signature-encoded-twice": {
    what: "The signature is percent-encoded twice.",
    change: "Encode it once. Your library or HTTP client may encode it already.",
  },
  "signature-altered": {
    what: ({ how }) => signatureAlterations[how],
    change: "Send the base64 exactly as it is: 28 characters, with + and / and one = at the end.",
  },

  method: {
    what: ({ signed, sent }) => `${signed} was signed, but ${sent} was sent.`,
    change: ({ sent }) => `Sign with ${sent}.`,
  },
  "method-case": {
    what: ({ signed }) =>
      signed === ""
        ? "The method isn’t part of what was signed."
        : `The method was signed as ${signed}.`,
    change: ({ signed }) =>
      signed === ""
        ? "Begin what you sign with the method, in capital letters."
        : "Sign the method in capital letters.",
  },
  scheme: { what: anotherUrl, change: signTheExpected },
  host: {
    what: anotherUrl,
    change: ({ expected }) =>
      `Sign the public URL, ${expected}. Behind a proxy, don’t take the URL from the request that arrives.`,
  },
  port: { what: anotherUrl, change: signTheExpected },
  path: {
    what: ({ signed, sent }) =>
      `The path ${quoted(signed)} was signed, but ${quoted(sent)} was sent.`,
    change: "Sign the path exactly as it’s sent. A proxy or a base path may have changed it.",
  },
  "index-page": {
    what: ({ signed, sent }) =>
      `The path was signed as ${quoted(signed)}, but sent as ${quoted(sent)}: the index page was added or removed after signing.`,
    change:
      "Sign the URL that the request is sent to in the end. Configure your program with the URL to which the server redirects, or turn the redirect off.",
  },
  "trailing-slash": {
    what: ({ signed }) =>
      signed.endsWith("/")
        ? "The path was signed with a slash at the end, but sent without it."
        : "The path was sent with a slash at the end, but signed without it.",
    change: "Sign the path exactly as it’s sent.",
  },
  "query-in-url": {
    what: "The URL was signed with its query.",
    change:
      "Remove the query string from the URL, and sign its parameters together with the others.",
  },
  "url-encoding": {
    what: ({ how }) =>
      how === "none"
        ? "The URL isn’t percent-encoded in the base string."
        : "The URL is percent-encoded twice in the base string.",
    change: "Percent-encode the URL once when you put it into the base string.",
  },

  "query-unsigned": {
    what: "The parameters of the query weren’t signed.",
    change: "Sign the parameters of the query together with the oauth_ parameters.",
  },
  "body-unsigned": {
    what: "The form in the body wasn’t signed.",
    change:
      "Sign the fields of an application/x-www-form-urlencoded body together with the oauth_ parameters.",
  },
  "json-signed": {
    what: "The body was signed as a form, but its Content-Type is not that of a form.",
    change:
      "Leave JSON and other bodies out of the signature. Send form fields as application/x-www-form-urlencoded.",
  },
  "multipart-signed": {
    what: "The fields of the multipart body were signed.",
    change:
      "Leave a multipart body out of the signature. If this API requires its fields to be signed, as Flickr’s does, this service can’t verify the request.",
  },
  "realm-signed": {
    what: "The realm was signed.",
    change: "Leave realm out of the signature. It’s the one part of the header that isn’t signed.",
  },
  "signature-signed": {
    what: "An empty oauth_signature was signed.",
    change: "Add oauth_signature after you’ve signed the others.",
  },
  "empty-unsigned": {
    what: "Parameters with an empty value weren’t signed.",
    change: "Sign them too, as name=.",
  },
  "cut-by-shell": {
    what: ({ rest }) =>
      `The shell cuts the URL at the first &, so ${quoted(rest)} was signed but not sent.`,
    change: "Put the URL in quotes.",
  },
  "parameter-unsigned": {
    what: ({ name }) => `${name} was sent, but not signed.`,
    change: "Sign all parameters, and add nothing to the request afterwards.",
  },
  "parameter-lost": {
    what: ({ name, value }) =>
      name === ""
        ? "An empty parameter was signed, but not sent."
        : `${name}=${value} was signed, but not sent.`,
    change:
      "Send every parameter that you sign. Something between your library and the network may drop it.",
  },
  "parameter-doubled": {
    what: ({ name }) => `${name} was signed twice, but sent once.`,
    change: "Pass each parameter to your library once. It may read the query of the URL by itself.",
  },
  "sent-twice": {
    what: "Parameters were sent twice, but signed once.",
    change:
      "Look at the URL that is sent. Your library may add the query to a URL that already has it.",
  },
  "parameter-changed": {
    what: ({ name, signed, sent }) =>
      `${name} was signed as ${quoted(signed)}, but sent as ${quoted(sent)}.`,
    change: "Send exactly what you sign. Change values before you sign them, not after.",
  },
  separator: {
    what: ({ separator }) =>
      `Your program signed the parts before and after ${quoted(separator)} as two parameters. For the service, only & separates parameters.`,
    change: "Send & between parameters, not &amp;, and send a semicolon in a value as %3B.",
  },
  "question-mark-signed": {
    what: ({ name }) =>
      `The first parameter of the query was signed with the question mark before it: ${quoted(`?${name}`)}.`,
    change: "Cut the URL behind its question mark, and sign the query without it.",
  },
  brackets: {
    what: ({ signed, sent }) =>
      `A parameter was signed with the name ${quoted(signed)}, but sent with the name ${quoted(sent)}.`,
    change:
      "Sign names exactly as they’re sent, with their brackets. Build the query or the form first, and sign the names that are in it.",
  },
  "nested-printed": {
    what: ({ name, signed }) =>
      `The fields of ${name} were sent one by one, but signed as a single value: ${quoted(signed)}.`,
    change:
      "Give your library flat parameters with the names that are sent, such as name[key], or encode the form before the library signs it.",
  },
  order: {
    what: ({ how }) => orders[how],
    change:
      "Percent-encode names and values first. Then sort by name, byte by byte, and by value where names are equal.",
  },

  "encoded-twice": {
    what: ({ where }) => `${places(where)} percent-encoded one time too many.`,
    change: "Pass plain values to your library. It encodes them itself.",
  },
  unencoded: {
    what: ({ where }) =>
      typeof where === "object"
        ? `${where.name} was signed in a less encoded form than it was sent.`
        : `${places(where)} not percent-encoded.`,
    change: ({ where }) =>
      typeof where === "object"
        ? "Encode the value once when you send it, and sign the value that arrives."
        : "Percent-encode each name and value, then the whole list again in the base string.",
  },
  "plus-for-space": {
    what: "A space was signed as +.",
    change: "Sign a space as %20, no matter how you send it.",
  },
  "plus-unencoded": {
    what: ({ name }) => `${name} has a + that was sent as it is, so it arrives as a space.`,
    change: "Send a plus sign as %2B.",
  },
  "form-encoding": {
    what: "The base string is encoded as a form, with + for a space, * as it is, and %7E for ~.",
    change:
      "Encode as RFC 3986 does. In Java, correct URLEncoder’s result: + to %20, * to %2A, %7E to ~.",
  },
  "lower-hex": {
    what: "The percent-encoding has lower-case hex digits, such as %2f.",
    change: "Write hex digits in capitals, such as %2F.",
  },
  "unreserved-encoded": {
    what: ({ characters }) => `${spaced(characters)} were percent-encoded.`,
    change: "Leave letters, digits, and - . _ ~ as they are.",
  },
  tilde: {
    what: "The ~ was percent-encoded.",
    change: "Leave ~ as it is. Older encoders write it as %7E.",
  },
  "reserved-unencoded": {
    what: ({ characters }) =>
      `Not all characters are percent-encoded: ${spaced(characters)} were left as they are.`,
    change:
      "Encode everything but letters, digits, and - . _ ~. JavaScript’s encodeURIComponent doesn’t encode ! ' ( ) *.",
  },
  "unicode-form": {
    what: ({ signed }) =>
      `Accented letters were signed in a different Unicode normalization form (${signed}) than they were sent in.`,
    change: "Normalize text once, before you sign and send it.",
  },
  latin1: {
    what: "Text was signed in another character encoding than it was sent: Latin-1 instead of UTF-8, or the reverse.",
    change: "Use UTF-8 for both.",
  },

  clock: {
    what: ({ seconds, likely }) => clocks[likely](seconds),
    change: ({ likely }) => clockFixes[likely],
  },
  "nonce-used": {
    what: "The signature is right, and this request was already accepted once: its nonce is used up.",
    change: "Create a new nonce and timestamp for every request, retries included.",
  },
  "body-hash-other": {
    what: "The body is not the one whose hash is in oauth_body_hash.",
    change:
      "Hash the exact bytes that you send, after everything that can change them, such as a serializer.",
  },
  "body-hash-form": {
    what: "oauth_body_hash is not the SHA-1, SHA-256, or SHA-512 of a body in base64.",
    change:
      "Encode the bytes of the hash in base64, with its padding. Hexadecimal digits aren’t read.",
  },
  "body-hash-ruled-out": {
    what: "The application requires SHA-256, and oauth_body_hash is the SHA-1 of the body.",
    change:
      "Hash the body with SHA-256. If your library always takes SHA-1, compute the hash yourself and sign it as a parameter.",
  },
  "body-hash-missing": {
    what: "This API requires a signature that covers the body, and the request has no oauth_body_hash.",
    change: "Sign the hash of the body in oauth_body_hash, or send the parameters as a form.",
  },
  "callback-missing": {
    what: "oauth_callback is missing or empty.",
    change: "Send a callback URL of the application, or oob to use a PIN.",
  },
  "callback-unregistered": {
    what: ({ sent, nearest, difference }) =>
      `The callback ${sent} isn’t registered. ${callbackDifferences[difference]} ${nearest}.`,
    change: "Send the registered callback, or add this one in the application’s settings.",
  },
  "callback-waiting": {
    what: ({ sent }) => `An administrator hasn’t confirmed the scheme of the callback ${sent} yet.`,
    change: "Wait for the administrator, or use your domain in reverse as the scheme.",
  },
  "pin-only": {
    what: ({ sent }) => `The callback ${sent} isn’t registered: the application has no callbacks.`,
    change: "Add the callback in the application’s settings, or send oob to use a PIN.",
  },
  "verifier-missing": {
    what: "oauth_verifier is missing or empty.",
    change: "Send the oauth_verifier that came to your callback, or the PIN.",
  },
  "verifier-of-other-token": {
    what: "The verifier belongs to another request token.",
    change: "Keep each verifier with the request token that came with it to the callback.",
  },
  "verifier-wrong": {
    what: "The verifier is wrong.",
    change: "Send the oauth_verifier exactly as it came to your callback.",
  },
  "method-ruled-out": {
    what: ({ sent }) =>
      `The application requires SHA-256, and the request is signed with ${quoted(sent)}.`,
    change: ({ accepted }) =>
      accepted.length === 0
        ? "Turn the requirement off in the settings. The service accepts no such method."
        : `Set the signature method of your library to ${accepted.join(" or ")}.`,
  },
  "application-suspended": {
    what: ({ because }) => `The application is suspended: ${because}`,
    change: "Ask your administrator.",
  },
  "application-unapproved": {
    what: "The application isn’t approved, and the request isn’t about the account of its owner.",
    change:
      "Use the access token of the owner. The application’s page shows whether its approval waits, and what an administrator asked.",
  },
  "network-not-allowed": {
    what: ({ address }) =>
      `The request came from ${address}, which is in none of the application’s allowed networks.`,
    change:
      "Send it from one of these networks, or add this one in the settings. If the API’s gateway doesn’t tell the client’s address (0.0.0.0), its administrator has to set that up.",
  },
  retired: {
    what: ({ sunset, ends, over }) =>
      over
        ? `The planned end “${sunset}” rejects it: what it uses ended on ${dates.moment(ends)}.`
        : `A brownout of the planned end “${sunset}” rejects it for some minutes of each hour. What it uses ends on ${dates.moment(ends)}.`,
    change: ({ link }) => `Here is what to do instead: ${link}`,
  },
  "user-suspended": {
    what: "The account that the token acts for is suspended.",
    change: "Nothing in your program is wrong. The token works again once the account is restored.",
  },
  level: {
    what: ({ asked, has }) =>
      `The request asks for ${asked} access, and the application has ${has} access.`,
    change: "Ask for less, or change the application’s access in its settings.",
  },
  "write-level": {
    what: "The token can only read, and this method usually changes something.",
    change: "Change the application’s access to read and write, and ask the user again.",
  },
};

const altered: Readonly<Record<Alteration, string>> = {
  space: "with a space or tab before or after it",
  "line-end": "with a newline after it",
  quotes: "with quotes around it",
  case: "with different capitalization",
  cut: "cut short at one end",
};

function fixOfAlteration({ how }: { readonly how: Alteration }): string {
  return how === "cut" || how === "case"
    ? "Copy the secret again, in full."
    : "Trim the secret where your program reads it. Files and environment variables often add a newline, a space, or quotes.";
}

const tokensGone = {
  access:
    "No access token like this one works with this application. It was revoked, or never issued.",
  request: "No request token like this one works. It was used, has expired, or was never issued.",
  unknown: "The token doesn’t have the form of one from this service.",
} as const;

const revokers = {
  user: "the user ended the application’s access",
  application: "the application ended its own access",
  admin: "an administrator ended the access",
} as const;

const signatureAlterations = {
  padding: "The = at the end of the signature is missing.",
  "url-safe": "The signature is written in the URL-safe alphabet of base64.",
  "line-end": "The signature ends with a newline.",
} as const;

function anotherUrl({ signed, expected }: CauseDetails["host"]): string {
  return `The URL was signed with ${signed}, but it’s ${expected}.`;
}

function signTheExpected({ expected }: CauseDetails["host"]): string {
  return `Sign the public URL, ${expected}.`;
}

const orders = {
  "as-sent": "The parameters were signed in the order in which they’re sent.",
  decoded: "The parameters were sorted before they were encoded.",
  joined: "The parameters were sorted as name=value strings.",
  "names-only": "Parameters with the same name weren’t sorted by value.",
  "ignoring-case": "The parameters were sorted case-insensitively.",
  "oauth-first": "The oauth_ parameters were sorted apart from the others.",
  descending: "The parameters were sorted in descending order.",
} as const;

function places(where: EncodingPlace): string {
  if (typeof where === "object") return `${where.name} was`;
  return {
    values: "The values were",
    names: "The names were",
    list: "The list of parameters was",
    everything: "The parameters and the URL were",
  }[where];
}

const clocks = {
  milliseconds: () => "oauth_timestamp is in milliseconds.",
  microseconds: () => "oauth_timestamp is in microseconds.",
  "time-zone": (seconds: number) =>
    `oauth_timestamp is ${off(seconds)}, as if local time were taken for UTC.`,
  old: (seconds: number) => `oauth_timestamp is ${off(seconds)}. It may be a fixed or saved value.`,
  ahead: (seconds: number) => `oauth_timestamp is ${off(seconds)}.`,
  behind: (seconds: number) =>
    `oauth_timestamp is ${off(seconds)}. If you sent the request just now, the clock is wrong.`,
} as const;

const clockFixes = {
  milliseconds: "Divide by 1,000 and round down: seconds since 1970-01-01 00:00 UTC.",
  microseconds: "Divide by 1,000,000 and round down: seconds since 1970-01-01 00:00 UTC.",
  "time-zone":
    "Use Unix time (seconds since 1970-01-01 00:00 UTC), which doesn’t depend on the time zone.",
  old: "Create a new timestamp and nonce for every request.",
  ahead: "Set the clock of the computer that signs. It can be up to 300 seconds off.",
  behind: "Set the clock of the computer that signs. It can be up to 300 seconds off.",
} as const;

function off(seconds: number): string {
  const count = numberFormat.format(Math.abs(seconds));
  return seconds > 0 ? `${count} seconds ahead` : `${count} seconds behind`;
}

const numberFormat = numbersIn("en");

const callbackDifferences = {
  scheme: "The scheme differs from",
  host: "The host differs from",
  port: "The port differs from",
  slash: "Only the slash at the end differs from",
  case: "Only the letter case differs from",
  path: "The path differs from",
} as const;
