/**
 * A string with one character, U+0000 to U+00FF, for each byte: what Node, Bun, Deno and `fetch` give for a URL and
 * for headers. A signature covers the bytes that were sent, and they need not be UTF-8; decoding them as text would
 * make different requests equal. Everything that a signature covers is a byte string until `toText` makes it text.
 */
type ByteString = string;
/**
 * Percent-encodes a text as UTF-8: every byte except `A-Z a-z 0-9 - . _ ~`, with upper-case hex. A lone surrogate
 * becomes U+FFFD. RFC 5849 §3.6.
 *
 * `encodeURIComponent` differs: it leaves `! * ' ( )` as they are and throws at a lone surrogate.
 */
declare function percentEncode(text: string): string;
/** As `percentEncode`, for bytes that need not be UTF-8. RFC 5849 §3.6. */
declare function percentEncodeBytes(bytes: ByteString): string;
/**
 * Decodes `%XX`, hex in either case, once. Never throws: a `%` without two hex digits after it stays as it is.
 * RFC 3986 leaves that open; PHP, Python, Ruby's form decoder and the WHATWG URL parser do the same, so a client
 * that put a bare `100%` into a query signed `100%25`.
 */
declare function percentDecode(bytes: ByteString): ByteString;
/** As `percentDecode`, but `+` is a space, as in queries and form bodies. RFC 5849 §3.4.1.3.1. */
declare function formDecode(bytes: ByteString): ByteString;
/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. */
declare function toText(bytes: ByteString): string | undefined;
/** Decodes UTF-8, with U+FFFD for bytes that are not UTF-8. To show a value to a reader, never to compare it. */
declare function toReadableText(bytes: ByteString): string;
/** The UTF-8 bytes of a text. A lone surrogate becomes U+FFFD. */
declare function fromText(text: string): ByteString;

/** Parameters: how they are read from a header, a query and a form, and how they are normalized. */

/**
 * A decoded name and value. Order and repetitions matter, so parameters are a list. Those of a request that was read
 * are byte strings.
 */
type Parameter = readonly [name: string, value: string];
/**
 * Decodes a form body or a query into parameters, each name and value once. RFC 5849 §3.4.1.3.1. A pair without `=`
 * has an empty value; nothing between two `&` is no pair. It stops after `max` pairs, so that a caller with a limit
 * does not pay for the rest.
 */
declare function parseForm(bytes: ByteString, max?: number): Parameter[];
/**
 * Whether a `Content-Type` is that of a form, whose body a signature covers. RFC 5849 §3.4.1.3.1. Case and parameters
 * such as `charset` make no difference. The method makes none either.
 */
declare function isForm(contentType: string | undefined): boolean;
/**
 * Whether a `Content-Type` names the type of a form without being one for `isForm`. Another server may read it as one:
 * some end the type at a comma or a space, others take the last of a list, trim U+00A0, or look for the name anywhere.
 * Reject such a request if you pass it on, because its body could be acted on without having been verified.
 */
declare function isUnclearForm(contentType: string | undefined): boolean;
/**
 * Reads the value of an `Authorization` header of the scheme OAuth into decoded parameters, in their order and without
 * the realm. RFC 5849 §3.5.1. Never throws; takes time linear in the value's length.
 *
 * The RFC puts each value in quotes. A value without them is read as well, because HTTP reads a token in the same way
 * (RFC 9110 §11.2) and a proxy may have rewritten the header; the signature still decides. `+` is not a space here.
 * Commas without a parameter between them are skipped.
 */
declare function parseAuthorizationHeader(value: ByteString): {
    readonly ok: true;
    readonly parameters: Parameter[];
} | {
    readonly ok: false;
    readonly problem: "another-scheme" | "malformed";
};
/** Whether the value of an `Authorization` header has the scheme OAuth, ignoring case, with or without parameters. */
declare function isOAuthScheme(authorization: string): boolean;
/**
 * Encodes, sorts and joins parameters: `a=1&b=2`. RFC 5849 §3.4.1.3.2. Their names and values are byte strings. Leave
 * out `oauth_signature` and the realm.
 */
declare function normalizeParameters(parameters: readonly Parameter[]): string;
/** Joins parameters that are encoded and sorted: `a=1&b=2`. */
declare function joinParameters(encoded: readonly Parameter[]): string;
/**
 * The order of parameters that are encoded: by name, then by value, byte by byte. RFC 5849 §3.4.1.3.2. Comparing joined
 * pairs would be wrong: `=` sorts after `-`, `.`, `%` and the digits, so `a-b` would precede `a`.
 */
declare function compareParameters(one: Parameter, other: Parameter): number;

/** How a signature is computed from a base string. */
interface SignatureMethod {
    /** The value of `oauth_signature_method`. */
    readonly name: string;
    /** The signature in base64. `key` is the text that `signingKey` returns. */
    readonly sign: (baseString: ByteString, key: string) => string;
}
/** HMAC-SHA1, the method that every client has. RFC 5849 §3.4.2. */
declare const hmacSha1: SignatureMethod;
/** HMAC-SHA256: as HMAC-SHA1, with SHA-256. No RFC describes it, but several providers require it. */
declare const hmacSha256: SignatureMethod;
/** HMAC-SHA512: as HMAC-SHA1, with SHA-512. No RFC describes it. */
declare const hmacSha512: SignatureMethod;
/**
 * The key of an HMAC: both secrets, encoded and joined. Without a token, its secret is empty and the `&` stays. RFC
 * 5849 §3.4.2. Throws a TypeError if a secret is missing: `undefined` and `null` would be keys that anyone can guess.
 */
declare function signingKey(consumerSecret: string, tokenSecret: string): string;
/**
 * The URI of a base string: scheme, host, port and path, without the query. RFC 5849 §3.4.1.2. `origin` is as URLs
 * print it: scheme and host in lower case, the port only where it is not the scheme's own. The path keeps the bytes and
 * escapes that were sent. An empty path is `/` (RFC 3986 §6.2.3).
 */
declare function baseStringUri(origin: string, path: ByteString): string;
/** The signature base string of parameters that are already normalized. RFC 5849 §3.4.1.1. */
declare function signatureBaseString(method: string, uri: ByteString, normalized: string): string;
/**
 * Whether two signatures are equal, in constant time. It compares the base64 texts, not the decoded digests: the last
 * character of a digest's base64 has unused bits, so decoding would accept several spellings of one signature.
 */
declare function signaturesMatch(expected: string, received: string): boolean;

/** The parts of an HTTP request that its signature covers, as received: nothing is decoded or normalized. */
interface RequestParts {
    readonly method: string;
    /** The path, without the query. */
    readonly path: ByteString;
    /** What follows the `?`. Empty for a bare `?`; undefined without one. */
    readonly query: ByteString | undefined;
    /** The value of the Authorization header. */
    readonly authorization: ByteString | undefined;
    /** The value of the Content-Type header. */
    readonly contentType: ByteString | undefined;
    /** This is empty if there is none. The signature covers it only if it is a form (`isForm`). */
    readonly body: ByteString;
}
/** A request of `node:http`, of a framework on top of it, or of `fetch`. */
interface ReceivedRequest {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    /** The URL as received, where a framework changes `url`, as Express does in a router. */
    readonly originalUrl?: string | undefined;
    readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
    /** Node drops the second of two Authorization headers from `headers`. */
    readonly headersDistinct?: Readonly<Record<string, readonly string[] | undefined>>;
}
/**
 * The parts of a request that a server received. The body is the bytes as received, and empty if there are none: a text
 * or an object that a framework has decoded would be encoded again, perhaps differently. Throws a TypeError for them,
 * and if the body is left out: an unread form would count as empty, and its fields as signed. Two Authorization headers
 * become one value, which `readRequest` rejects.
 */
declare function requestParts(request: ReceivedRequest, body: Uint8Array): RequestParts;
/** A request with well-formed OAuth parameters. Nothing about it is verified yet. */
interface SignedRequest {
    readonly method: string;
    /** As received, without the query. */
    readonly path: ByteString;
    readonly consumerKey: string;
    /** This is undefined if absent or empty; clients without a token send either. */
    readonly token: string | undefined;
    readonly signatureMethod: SignatureMethod;
    readonly signature: string;
    /** Seconds since the epoch. Infinite if it has more digits than a number can hold exactly. */
    readonly timestamp: number;
    readonly nonce: string;
    /** Where the signature was sent: in the query or the body if it is there, even if the header has it too. */
    readonly place: Place;
    readonly callback: string | undefined;
    /** Empty and absent are different. */
    readonly verifier: string | undefined;
    /** The value of an `oauth_*` parameter or of one of `reads`, as text. */
    parameter(name: string): string | undefined;
    /** The parameters that the signature covers, as they stand in the base string. RFC 5849 §3.4.1.1. */
    encodedParameters(): string;
    /** Whether the URL ended in a bare `?`. */
    readonly bareQuery: boolean;
}
/** The places of the parameters. RFC 5849 §3.5. */
type Place = "header" | "query" | "body";
/**
 * Why a request cannot be read. `missing`: it is not signed, or a parameter that the RFC requires is absent or empty.
 * `malformed`: a header or value cannot be read. `unsupported`: another signature method or version. `duplicate`: a
 * parameter that decides something has different values. `two-identities`: it is signed and has an Authorization header
 * of another scheme. `too-many-parameters`: more than `maxParameters`.
 */
interface RequestProblem {
    readonly kind: "missing" | "malformed" | "unsupported" | "duplicate" | "two-identities" | "too-many-parameters";
    /** A sentence for the client's developer. It may name parameters but never contains their values. */
    readonly detail: string;
    /** The name of the parameter at fault, as it was sent, if there is one. */
    readonly parameter?: string;
}
type Rejected = {
    readonly ok: false;
    readonly problem: RequestProblem;
};
interface ReadOptions {
    /** Parameters of the operation itself that decide something, which then may have one value only. None unless set. */
    readonly reads?: readonly string[] | undefined;
    /** The methods that are accepted. HMAC-SHA1 unless set. */
    readonly signatureMethods?: readonly SignatureMethod[] | undefined;
}
/** The largest number of parameters that a request may have. Clients need about twenty. */
declare const maxParameters = 256;
/**
 * Reads a signed request without a clock, a secret or a store. RFC 5849 §3.1, §3.2. Never throws; takes time linear in
 * the size of the request.
 *
 * The nonce must be 1 to 128 printable ASCII characters. What is left to the caller: whether the timestamp is recent,
 * whether the key and token exist, `verifySignature`, and then that the nonce is new.
 */
declare function readRequest(parts: RequestParts, { reads, signatureMethods }?: ReadOptions): {
    readonly ok: true;
    readonly request: SignedRequest;
} | Rejected;
/**
 * Whether a request is meant to be signed: it has an Authorization header of the scheme OAuth, or an `oauth_*`
 * parameter in the query or a form body. Cheap if it is not.
 */
declare function carriesOAuth(parts: RequestParts): boolean;
/**
 * The body of a request if it is a form (RFC 5849 §3.4.1.3.1), otherwise empty. Read a form with this alone: a body
 * that one reader took for a form and another did not would be acted on without having been verified.
 */
declare function formBodyOf(request: Pick<RequestParts, "contentType" | "body">): ByteString;
/**
 * The value of each parameter that decides something. Equal pairs count once. A second value is a problem, because a
 * proxy and the server could act on different ones.
 */
declare function singleValues(parameters: Iterable<Parameter>, decides: (name: string) => boolean): {
    readonly ok: true;
    readonly values: ReadonlyMap<string, string>;
} | Rejected;
interface CollectedParameters {
    readonly ok: true;
    /** Everything that the signature covers: all parameters except `oauth_signature` and the realm. */
    readonly signed: readonly Parameter[];
    /** The value of each `oauth_*` parameter and of each of `reads`, as text. */
    readonly decisive: ReadonlyMap<string, string>;
    /** Where the signature was sent. */
    readonly place: Place;
}
/**
 * Collects the parameters of the header, the query and a form body. RFC 5849 §3.4.1.3.1, §3.5.
 *
 * The RFC lets a request use one of the three places, and each `oauth_*` name once (§3.1). Clients mix the places, and
 * some send an `oauth_*` pair twice, in two places or in one, and sign it once. Equal `oauth_*` pairs therefore count
 * once; other parameters may repeat, and each repetition is signed.
 */
declare function collectParameters(parts: RequestParts, reads?: readonly string[]): CollectedParameters | Rejected;

/** The request to sign. */
interface RequestToSign {
    /** GET unless set. */
    readonly method?: string | undefined;
    /** The absolute URL, with its query, exactly as it will be sent. A fragment is not sent and not signed. */
    readonly url: string | URL;
    /** The body, if it is a form (`application/x-www-form-urlencoded`). Other bodies are not signed. */
    readonly form?: URLSearchParams | string | undefined;
}
/** What the consumer has, and what a token adds. RFC 5849 §1.1. */
interface Credentials {
    readonly consumerKey: string;
    readonly consumerSecret: string;
    /** The request token or access token. */
    readonly token?: string | undefined;
    readonly tokenSecret?: string | undefined;
}
interface SignOptions {
    /** Other `oauth_*` parameters: `{ oauth_callback: "oob" }`, `{ oauth_verifier: pin }`. RFC 5849 §2.1, §2.3. */
    readonly parameters?: Readonly<Record<string, string>> | undefined;
    /** HMAC-SHA1 unless set. */
    readonly signatureMethod?: SignatureMethod | undefined;
    /** Unique for this timestamp and token; 128 random bits in hex unless set. */
    readonly nonce?: string | undefined;
    /** Seconds since the epoch; now unless set. */
    readonly timestamp?: number | undefined;
}
interface Signed {
    /** The value of the Authorization header. */
    readonly authorization: string;
    /**
     * All `oauth_*` parameters with the signature, to send in a form or the query instead of the header. RFC 5849
     * §3.5.2, §3.5.3. Append them as they are: `url.searchParams.append(name, value)`.
     */
    readonly parameters: readonly Parameter[];
    /** What was signed, to compare with the server's. RFC 5849 §3.4.1.1. */
    readonly baseString: string;
}
/**
 * Signs a request. RFC 5849 §3.1. Sign each request anew, a repeated one too, because its nonce may be used once.
 *
 * Throws a TypeError if the URL is not absolute, or the consumer secret is missing.
 */
declare function sign({ method, url, form }: RequestToSign, { consumerKey, consumerSecret, token, tokenSecret }: Credentials, { parameters, signatureMethod, nonce, timestamp, }?: SignOptions): Signed;

/** Verifies the signature of a request that was read. RFC 5849 §3.2. */

/** The secrets and the origin with which the signature may have been made. */
interface Verification {
    /**
     * Scheme, host and port of the server as its clients see it: `https://api.example.com`. Take it from your settings:
     * the Host header is the client's to choose.
     */
    readonly origin: string;
    /**
     * The consumer's secret, and a previous one while it is still valid. With none, every signature is wrong. With an
     * empty one, anyone can sign for the consumer alone.
     */
    readonly consumerSecrets: readonly string[];
    /**
     * The secret of the request's token. If it is undefined, every signature of a request with a token is wrong, so the
     * result of a lookup that found no such token can be passed on. A request without a token needs none.
     */
    readonly tokenSecret: string | undefined;
    /** Other origins whose requests must not be valid here. They make the port part of what must be signed. */
    readonly otherOrigins?: readonly string[] | undefined;
}
/**
 * Whether the signature of a request is right. RFC 5849 §3.2. Signatures are compared in constant time.
 *
 * A client that follows the RFC costs one HMAC. Others cost at most four for each consumer secret: some omit a port
 * that is not the scheme's own, and some sign a bare `?` as a pair with empty name and value. That the check stops at
 * the first match tells something only to a caller who has the secret.
 *
 * A right signature is not enough: check the timestamp before, and remember the nonce afterward.
 */
declare function verifySignature(request: SignedRequest, verification: Verification): boolean;
/**
 * The signature base string of a request, to show to a developer whose signature is wrong. RFC 5849 §3.4.1. It contains
 * the values of all signed parameters.
 */
declare function baseString(request: SignedRequest, origin: string): string;

export { baseString, baseStringUri, carriesOAuth, collectParameters, compareParameters, formBodyOf, formDecode, fromText, hmacSha1, hmacSha256, hmacSha512, isForm, isOAuthScheme, isUnclearForm, joinParameters, maxParameters, normalizeParameters, parseAuthorizationHeader, parseForm, percentDecode, percentEncode, percentEncodeBytes, readRequest, requestParts, sign, signatureBaseString, signaturesMatch, signingKey, singleValues, toReadableText, toText, verifySignature };
export type { ByteString, CollectedParameters, Credentials, Parameter, ReadOptions, ReceivedRequest, Rejected, RequestParts, RequestProblem, RequestToSign, SignOptions, SignatureMethod, Signed, SignedRequest, Verification };
