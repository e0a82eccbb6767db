import { ConfigProblem } from "../config/row.ts";

/** Calls `listen`. Throws a `ConfigProblem` that names the settings to change if it fails. */
export async function listening(
  listen: () => Promise<unknown>,
  host: string,
  port: number,
  which: "" | "INTERNAL_",
): Promise<void> {
  try {
    await listen();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const why =
      code === "EADDRINUSE"
        ? "is taken by another process"
        : `cannot be listened on (${error instanceof Error ? error.message : String(error)})`;
    throw new ConfigProblem(
      [`${which}HOST`, `${which}PORT`],
      `${host}:${port} ${why}; choose another address or port`,
    );
  }
}
