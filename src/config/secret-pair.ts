/**
 * A secret that other servers have too. During a rotation two are in force, the new and the previous one, so that each
 * server changes at a time of its own.
 */
import { Secret } from "../domain/credentials.ts";
import { readSecretFile } from "../tools/files/secret-file.ts";
import { atFile } from "./read-error.ts";
import { ConfigProblem, list } from "./row.ts";

export interface SecretPair {
  /** The name of the setting that has the secret. That of its file ends with `_FILE`. */
  readonly name: string;
  readonly shape: string;
  readonly read: (text: string) => readonly Secret[];
}

export function secretPair(
  name: string,
  shape: string,
  fits: (text: string) => boolean,
): SecretPair {
  return {
    name,
    shape: `one secret, or the new and the previous one separated by a comma, each ${shape}`,
    read(text) {
      const secrets = list(text);
      if (secrets.length === 0) throw new Error("there is no secret");
      if (secrets.length > 2) throw new Error("there are more than two secrets");
      if (!secrets.every(fits)) throw new Error("the secret is malformed");
      if (secrets[0] === secrets[1]) throw new Error("both secrets are the same; remove one");
      return secrets.map((one) => new Secret(one));
    },
  };
}

/** Throws `ConfigProblem`. */
export function secretsFrom(
  pair: SecretPair,
  given: readonly Secret[] | undefined,
  file: string | undefined,
): readonly Secret[] {
  if (given !== undefined && file !== undefined) {
    throw new ConfigProblem([pair.name, `${pair.name}_FILE`], "both are set; unset one");
  }
  return file === undefined ? (given ?? []) : secretsIn(pair, file);
}

/** A line of the file has one secret, or both. Throws `ConfigProblem`. */
export function secretsIn({ name, shape, read }: SecretPair, file: string): readonly Secret[] {
  try {
    return read(readSecretFile(file).replaceAll("\n", ","));
  } catch (error) {
    throw new ConfigProblem(
      [`${name}_FILE`],
      `${atFile(file, error)}; it has ${shape} (or in two lines)`,
    );
  }
}
