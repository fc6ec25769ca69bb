/** Runs a command of the terminal: its result is the exit code; an error is one line and exit code 1. */
export async function runCommand(run: () => Promise<number>): Promise<void> {
  process.exitCode = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  });
}
