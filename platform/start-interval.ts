/** Repeated work. */
export interface Interval {
  /** Starts no more rounds and waits for the one in flight. Safe to call twice. */
  stop(): Promise<void>;
  /** Runs a round now, or waits for the one in flight; the next pause begins after it. */
  runNow(): Promise<void>;
}

/** Timers, replaceable in tests. */
export interface Timers {
  readonly set: (work: () => void, ms: number) => unknown;
  readonly clear: (timer: unknown) => void;
}

const systemTimers: Timers = {
  set: (work, ms) => setTimeout(work, ms).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export interface IntervalOptions {
  /** Called when a round fails; the next one runs all the same. */
  readonly onError: (error: unknown) => void;
  readonly timers?: Timers;
  /** 0 ≤ n < 1; jitter between several nodes. */
  readonly random?: () => number;
}

/**
 * Repeats work with a pause of `ms` ± 10 % between the end of a round and the start of the next, so that rounds never
 * overlap. The timer does not keep the process alive.
 */
export function startInterval(ms: number, work: () => Promise<void>, options: IntervalOptions): Interval {
  const timers = options.timers ?? systemTimers;
  const random = options.random ?? Math.random;
  let stopped = false;
  let timer: unknown;
  let inFlight: Promise<void> | undefined;

  async function round(): Promise<void> {
    try {
      await work();
    } catch (error) {
      options.onError(error);
    } finally {
      inFlight = undefined;
      pause();
    }
  }

  function start(): Promise<void> {
    timers.clear(timer);
    inFlight ??= round();
    return inFlight;
  }

  function pause(): void {
    if (stopped) return;
    timer = timers.set(() => void start(), Math.round(ms * (0.9 + 0.2 * random())));
  }

  pause();
  return {
    async stop() {
      stopped = true;
      timers.clear(timer);
      await inFlight;
    },
    runNow: () => (stopped ? Promise.resolve() : start()),
  };
}
