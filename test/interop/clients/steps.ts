/** A client's program: the test asks for its steps one by one. It ends with the test. */
export type Steps = Readonly<Record<string, (...given: string[]) => Promise<unknown>>>;

export interface Asked {
  readonly id: number;
  readonly step: string;
  readonly given: string[];
}

export interface StepOutcome {
  readonly id: number;
  readonly result?: unknown;
  readonly problem?: string;
}

export function offerSteps(steps: Steps): void {
  process.on("message", async ({ id, step, given }: Asked) => {
    process.send?.(await outcomeOf(id, () => steps[step]?.(...given)));
  });
  process.on("disconnect", () => process.exit());
}

async function outcomeOf(
  id: number,
  doStep: () => Promise<unknown> | undefined,
): Promise<StepOutcome> {
  try {
    return { id, result: await doStep() };
  } catch (error) {
    return {
      id,
      problem: error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error),
    };
  }
}
