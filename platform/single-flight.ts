/** Work that runs once at a time; a failure rejects its callers and is not stored. */
export interface SingleFlight<Result> {
  /** Starts the work, or joins the run in progress, which may have read its input before this call. */
  run(): Promise<Result>;
  /** Resolves with a run that starts after this call: now, or once after the run in progress, whatever the number of callers. */
  rerun(): Promise<Result>;
  /** The run in progress, or the one that follows it; undefined: none. */
  current(): Promise<Result> | undefined;
}

/**
 * Server and browser share it: the only file of platform/ that web/ may import. It needs no API of either, and is no rule of the business for domain/.
 * Work that ends or throws synchronously is not stored either: `running` is cleared in a later microtask than it is set.
 */
export function singleFlight<Result>(work: () => Promise<Result>): SingleFlight<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  const start = async () => work();
  const run = () => {
    running ??= start().finally(() => {
      running = undefined;
    });
    return running;
  };
  const runNext = () => {
    next = undefined;
    return run();
  };
  return {
    run,
    rerun() {
      if (running === undefined) return run();
      next ??= running.then(runNext, runNext);
      return next;
    },
    current: () => next ?? running,
  };
}
