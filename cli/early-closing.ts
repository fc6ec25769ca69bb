import { createInterface } from 'node:readline/promises';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { findPeriod } from '#billing/modules/charges/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { readingsTakenUntil } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, firstDayAfter, parseBillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';

export interface ClosingArguments {
  readonly period: BillingPeriod;
  /** Close even while readings of the period are accepted. */
  readonly isEarly: boolean;
}

/** Parses "2026-10" and "--early" in any order; undefined: invalid arguments. */
export function readClosingArguments(given: readonly string[]): ClosingArguments | undefined {
  const [periodText, ...more] = given.filter((argument) => argument !== '--early');
  const period = parseBillingPeriod(periodText ?? '');
  const isEarly = given.length === more.length + 2;
  if (period === undefined || more.length > 0 || (!isEarly && given.length > 1)) return undefined;
  return { period, isEarly };
}

/** Output of questions, and whether a user can answer. */
export interface ClosingTerminal {
  readonly isInteractive: boolean;
  /** Returns the typed line. */
  ask(question: string): Promise<string>;
  print(line: string): void;
}

/** Terminal of the process; questions go to stderr. */
export const processTerminal: ClosingTerminal = {
  isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // Ctrl-C counts as "no".
    const interrupted = new Promise<string>((resolve) => lines.on('SIGINT', () => resolve('')));
    try {
      return await Promise.race([lines.question(question), interrupted]);
    } finally {
      lines.close();
    }
  },
  print: (line) => console.error(line),
};

/** "13:00 on 2026-11-02, Kyiv time". */
function inKyiv(instant: Instant): string {
  const { date, hour, minute } = kyivTimeOf(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour)}:${two(minute)} on ${date}, Kyiv time`;
}

/**
 * Whether a period may be closed now: while its readings are still accepted only with `--early` or after a confirmation
 * at the terminal, because later readings would be charged by average. An interrupted closing resumes: its month no
 * longer accepts readings.
 */
export async function confirmClosing(
  db: BillingDatabase,
  { period, isEarly }: ClosingArguments,
  now: Instant,
  terminal: ClosingTerminal,
): Promise<boolean> {
  if (isEarly || kyivDateOf(now) < firstDayAfter(period)) return true;
  const known = await findPeriod(db, period);
  if (known !== undefined && known.state !== 'open') return true;
  const until = readingsTakenUntil(period, (await rulesAt(db, now)).readings.window);
  if (now >= until) return true;
  const why = `Readings of ${period} are taken until ${inKyiv(until)}; who gives one after the closing is charged by average.`;
  if (!terminal.isInteractive) {
    terminal.print(`${why} Wait until then, or say --early.`);
    return false;
  }
  const answer = await terminal.ask(`${why}\nClose it now? Type "yes": `);
  if (answer.trim().toLowerCase() === 'yes') return true;
  terminal.print('Nothing was closed.');
  return false;
}
