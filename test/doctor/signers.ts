/**
 * Signing libraries in common use, each behind the same function. Faults are made inside them: the functions with which
 * they encode, sort and hash are replaced while they sign, as in a program that has its own.
 */
import crypto from "node:crypto";
import { createRequire } from "node:module";

export type Pair = readonly [name: string, value: string];

/** The request that a client intends to send. */
export interface Signed {
  readonly method: string;
  /** Encoded, with the query. */
  readonly url: string;
  /** The parameters in the URL's query, decoded. */
  readonly query: readonly Pair[];
  /** The protocol's parameters, followed by those of the body. */
  readonly parameters: readonly Pair[];
  readonly consumerSecret: string;
  readonly tokenSecret: string;
  /** What replaces the library's own parts. */
  readonly with: Replaced;
}

export interface Replaced {
  readonly encode?: (text: string) => string;
  readonly compare?: (one: unknown, other: unknown) => number;
  /** Called with the base string and the key. */
  readonly hash?: (text: string, key: string) => string;
}

export interface Signer {
  readonly name: string;
  readonly replaces: readonly (keyof Replaced)[];
  sign(signed: Signed): string;
}

const require = createRequire(import.meta.url);

interface OAuthTen {
  percentEncode: (text: string) => string;
  getSignature(request: object, tokenSecret: string, oauth: object): string;
}

const oauthTen: Signer = {
  name: "oauth-1.0a",
  replaces: ["encode", "compare", "hash"],
  sign({ method, url, parameters, consumerSecret, tokenSecret, with: { encode, hash } }) {
    const OAuth: new (options: object) => OAuthTen = require("oauth-1.0a");
    const oauth = new OAuth({
      consumer: { key: "", secret: consumerSecret },
      signature_method: "HMAC-SHA1",
      hash_function: hash ?? hmacSha1,
    });
    if (encode !== undefined) oauth.percentEncode = encode;
    const [protocol, data] = parted(parameters);
    return oauth.getSignature({ method, url, data: grouped(data) }, tokenSecret, grouped(protocol));
  },
};

interface NodeOAuth {
  _encodeData(text: string): string;
  _normaliseRequestParams(parameters: object): string;
  _getSignature(method: string, url: string, parameters: string, tokenSecret: string): string;
}

const nodeOAuth: Signer = {
  name: "oauth",
  replaces: ["encode", "compare", "hash"],
  sign({ method, url, query, parameters, consumerSecret, tokenSecret, with: { encode } }) {
    const { OAuth }: { OAuth: new (...options: unknown[]) => NodeOAuth } = require("oauth");
    const prototype = OAuth.prototype as { _encodeData: (text: string) => string };
    const own = prototype._encodeData;
    if (encode !== undefined) prototype._encodeData = encode;
    try {
      const oauth = new OAuth("", "", "", consumerSecret, "1.0", null, "HMAC-SHA1");
      const all = grouped([...parameters, ...query]);
      return oauth._getSignature(method, url, oauth._normaliseRequestParams(all), tokenSecret);
    } finally {
      prototype._encodeData = own;
    }
  },
};

const oauthSign: Signer = {
  name: "oauth-sign",
  replaces: ["compare", "hash"],
  sign({ method, url, query, parameters, consumerSecret, tokenSecret }) {
    const { hmacsign } = require("oauth-sign");
    const all = grouped([...parameters, ...query]);
    return hmacsign(method, url.split("?", 1)[0], all, consumerSecret, tokenSecret);
  },
};

const twitterApi: Signer = {
  name: "twitter-api-v2",
  replaces: ["encode", "compare", "hash"],
  sign({ method, url, parameters, consumerSecret, tokenSecret, with: { encode } }) {
    const { OAuth1Helper } = require("twitter-api-v2/dist/cjs/client-mixins/oauth1.helper.js");
    const own = OAuth1Helper.percentEncode;
    if (encode !== undefined) OAuth1Helper.percentEncode = encode;
    try {
      const helper = new OAuth1Helper({ consumerKeys: { key: "", secret: consumerSecret } });
      const [protocol, data] = parted(parameters);
      return helper.getSignature(
        { method, url, data: grouped(data) },
        tokenSecret,
        grouped(protocol),
      );
    } finally {
      OAuth1Helper.percentEncode = own;
    }
  },
};

const oauthSignature: Signer = {
  name: "oauth-signature",
  replaces: ["encode", "compare"],
  sign({ method, url, query, parameters, consumerSecret, tokenSecret, with: { encode } }) {
    const library = require("oauth-signature");
    const { prototype } = library.Rfc3986;
    const own = prototype.encode;
    if (encode !== undefined) prototype.encode = encode;
    try {
      const all = grouped([...parameters, ...query]);
      const [address] = url.split("?", 1);
      return library.generate(method, address, all, consumerSecret, tokenSecret, {
        encodeSignature: false,
      });
    } finally {
      prototype.encode = own;
    }
  },
};

const nodeOAuthOne: Signer = {
  name: "node-oauth1",
  replaces: ["encode", "compare", "hash"],
  sign({ method, url, parameters, consumerSecret, tokenSecret, with: { encode } }) {
    const OAuth = require("node-oauth1");
    const own = OAuth.percentEncode;
    if (encode !== undefined) OAuth.percentEncode = encode;
    try {
      const message = {
        method,
        action: url,
        parameters: parameters.map(([name, value]) => [name, value]),
      };
      return OAuth.SignatureMethod.sign(message, { consumerSecret, tokenSecret });
    } finally {
      OAuth.percentEncode = own;
    }
  },
};

export const signers: readonly Signer[] = [
  oauthTen,
  nodeOAuth,
  oauthSign,
  twitterApi,
  oauthSignature,
  nodeOAuthOne,
].map((signer) => ({
  ...signer,
  sign: (signed) => replacing(signed.with, () => signer.sign(signed)),
}));

/** All of them use the language's own sort and the runtime's own HMAC. */
function replacing<T>({ compare, hash }: Replaced, run: () => T): T {
  const { sort } = Array.prototype;
  const { createHmac } = crypto;
  const named = crypto as { createHmac: unknown };
  if (compare !== undefined) {
    // biome-ignore lint/suspicious/noExplicitAny: it is the language's own.
    Array.prototype.sort = function (this: any[]) {
      return sort.call(this, compare);
    };
  }
  if (hash !== undefined) {
    named.createHmac = (_name: string, key: string) => {
      let text = "";
      const hmac = {
        update: (more: string) => {
          text += more;
          return hmac;
        },
        digest: () => hash(text, key),
      };
      return hmac;
    };
  }
  try {
    return run();
  } finally {
    Array.prototype.sort = sort;
    named.createHmac = createHmac;
  }
}

function hmacSha1(text: string, key: string): string {
  return crypto.createHmac("sha1", key).update(text).digest("base64");
}

/** The protocol's parameters, and the others. */
function parted(pairs: readonly Pair[]): [Pair[], Pair[]] {
  return [
    pairs.filter(([name]) => name.startsWith("oauth_")),
    pairs.filter(([name]) => !name.startsWith("oauth_")),
  ];
}

/** Parameters as these libraries take them: a name with several values has a list. */
function grouped(pairs: readonly Pair[]): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {};
  for (const [name, value] of pairs) {
    const before = all[name];
    if (before === undefined) all[name] = value;
    else all[name] = [before, value].flat();
  }
  return all;
}
