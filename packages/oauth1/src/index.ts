/** OAuth 1.0a (RFC 5849): sign requests as a client, read and verify them as a server. */
export {
  type ByteString,
  formDecode,
  fromText,
  percentDecode,
  percentEncode,
  percentEncodeBytes,
  toReadableText,
  toText,
} from "./encoding.ts";
export {
  compareParameters,
  isForm,
  isOAuthScheme,
  isUnclearForm,
  joinParameters,
  normalizeParameters,
  type Parameter,
  parseAuthorizationHeader,
  parseForm,
} from "./parameters.ts";
export {
  type CollectedParameters,
  carriesOAuth,
  collectParameters,
  formBodyOf,
  maxParameters,
  type ReadOptions,
  type ReceivedRequest,
  type Rejected,
  type RequestParts,
  type RequestProblem,
  readRequest,
  requestParts,
  type SignedRequest,
  singleValues,
} from "./read-request.ts";
export {
  type Credentials,
  type RequestToSign,
  type Signed,
  type SignOptions,
  sign,
} from "./sign.ts";
export {
  baseStringUri,
  hmacSha1,
  hmacSha256,
  hmacSha512,
  type SignatureMethod,
  signatureBaseString,
  signaturesMatch,
  signingKey,
} from "./signature.ts";
export { baseString, type Verification, verifySignature } from "./verify.ts";
