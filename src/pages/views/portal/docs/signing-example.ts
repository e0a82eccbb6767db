import {
  normalizeParameters,
  type Parameter,
  type SignatureMethod,
  sign,
  signingKey,
} from "#oauth1";

/** The code that verifies signatures signs this example, and shows what it signs on the way. */
export function signingExample(baseUrl: string, signatureMethod: SignatureMethod) {
  const method = "POST";
  const url = `${baseUrl}/oauth/request_token`;
  const consumerSecret = "example-consumer-secret";
  const signed = sign(
    { method, url },
    { consumerKey: "exampleConsumerKey1234567", consumerSecret },
    {
      parameters: { oauth_callback: "https://app.example/callback" },
      nonce: "c2FtcGxlLW5vbmNl",
      timestamp: 1700000000,
      signatureMethod,
    },
  );
  const isSignature = ([name]: Parameter) => name === "oauth_signature";
  const parameters = signed.parameters.filter((one) => !isSignature(one));
  return {
    method,
    url,
    signatureMethod: signatureMethod.name,
    parameters,
    normalized: normalizeParameters(parameters),
    baseString: signed.baseString,
    key: signingKey(consumerSecret),
    signature: signed.parameters.find(isSignature)?.[1] ?? "",
    header: `Authorization: ${signed.authorization}`,
  };
}
