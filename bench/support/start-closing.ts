import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { ClosingResult } from '#billing/modules/charges/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** Flags of bin/node-24.mjs for `npm run close-period`. */
const garbageCollection = ['--max-semi-space-size=64', '--max-old-space-size=256', '--no-parallel-scavenge'];

/** Message of the closing process. */
interface ClosingMessage {
  readonly rss?: number;
  readonly result?: ClosingResult;
  readonly seconds?: number;
}

export interface StartedClosing {
  readonly process: ChildProcess;
  /** undefined: killed before it had a result. */
  readonly ended: Promise<{ readonly result: ClosingResult; readonly seconds: number } | undefined>;
  /** Maximum memory so far, bytes. */
  readonly memory: () => number;
}

export interface ClosingOptions {
  readonly url: string;
  readonly period: BillingPeriod;
  /** Normal priority. */
  readonly isHurried?: boolean;
}

/** Starts a closing in a separate process, like `npm run close-period`. */
export function startClosing(options: ClosingOptions): StartedClosing {
  const { url, period, isHurried = false } = options;
  const args = [url, period, isHurried ? 'hurried' : 'gentle'];
  const child = fork(join(import.meta.dirname, 'close-in-child.ts'), args, { execArgv: garbageCollection });
  let memory = 0;
  let found: { result: ClosingResult; seconds: number } | undefined;
  child.on('message', ({ rss, result, seconds }: ClosingMessage) => {
    if (rss !== undefined) memory = Math.max(memory, rss);
    if (result !== undefined && seconds !== undefined) found = { result, seconds };
  });
  const ended = new Promise<typeof found>((done) => child.once('exit', () => done(found)));
  return { process: child, ended, memory: () => memory };
}
