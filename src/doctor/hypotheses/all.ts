/** If two hypotheses with the same weight explain a signature, the earlier one is the result. */
import type { Hypothesis } from "../hypothesis.ts";
import { otherMethod, otherOrigin, otherPath, queryInUrl } from "./addresses.ts";
import {
  changedName,
  changedParameter,
  repeatedParameter,
  unencodedPlus,
} from "./changed-parameters.ts";
import { encodedTwice, otherBytes, otherCharacters, unencoded } from "./encodings.ts";
import { otherOrder } from "./orders.ts";
import {
  doubledParameter,
  lostParameter,
  otherBodies,
  otherPlaces,
  sentTwice,
  tooMuchOfTheHeader,
  unsignedParameter,
} from "./parameters.ts";
import { otherReading } from "./readings.ts";
import {
  alteredConsumerSecret,
  alteredTokenSecret,
  otherApplicationSecret,
  otherKey,
  otherThanConsumerSecret,
  otherThanTokenSecret,
  previousSecret,
  signedAlone,
  swappedSecrets,
} from "./secrets.ts";

export const hypotheses: readonly Hypothesis[] = [
  otherThanTokenSecret,
  signedAlone,
  swappedSecrets,
  previousSecret,
  otherThanConsumerSecret,
  otherApplicationSecret,
  alteredConsumerSecret,
  alteredTokenSecret,
  otherKey,
  otherMethod,
  otherOrigin,
  otherPath,
  queryInUrl,
  sentTwice,
  otherPlaces,
  otherReading,
  otherBodies,
  tooMuchOfTheHeader,
  otherCharacters,
  encodedTwice,
  unencoded,
  otherBytes,
  unencodedPlus,
  otherOrder,
  unsignedParameter,
  lostParameter,
  doubledParameter,
  repeatedParameter,
  changedName,
  changedParameter,
];
