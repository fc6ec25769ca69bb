import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** How late the event loop was, and how busy, in a time. */
export interface EventLoopFigures {
  readonly delaysMs: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Share of the time in which it worked, 0 to 1. */
  readonly utilization: number;
}

const resolutionMs = 20;

/** A timer's delay in milliseconds: Node counts the whole time between two ticks. */
const delayMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);

/** Watches the event loop of this process; each `read` tells of the time since the one before. */
export function watchEventLoop(): { read(): EventLoopFigures } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let before = performance.eventLoopUtilization();
  return {
    read() {
      const { count } = delays;
      const [p50, p99, max] =
        count === 0 ? [0, 0, 0] : [delays.percentile(50), delays.percentile(99), delays.max];
      delays.reset();
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return { delaysMs: { p50: delayMs(p50), p99: delayMs(p99), max: delayMs(max) }, utilization };
    },
  };
}
