import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { countUndecided, findPeriod, type UndecidedCount } from '#billing/modules/charges/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { readingsTakenUntil } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, firstDayAfter, parseBillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';

export interface ClosingArguments {
  readonly period: BillingPeriod;
  /** Close even while readings of the period are accepted. */
  readonly isEarly: boolean;
  /** How many readings under review are left undecided knowingly, and why; undefined: nothing is said. */
  readonly undecided: number | undefined;
  readonly reason: string;
}

/** Parses "2026-10 --early --undecided 3 --reason "…"" in any order; undefined: invalid arguments. */
export function readClosingArguments(given: readonly string[]): ClosingArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        early: { type: 'boolean', multiple: true, default: [] },
        undecided: { type: 'string' },
        reason: { type: 'string', default: '' },
      },
    });
    const period = parseBillingPeriod(positionals[0] ?? '');
    const { early, undecided, reason } = values;
    const isNumber = undecided === undefined || /^\d{1,9}$/.test(undecided);
    if (period === undefined || positionals.length > 1 || early.length > 1 || !isNumber) return undefined;
    return {
      period,
      isEarly: early.length === 1,
      undecided: undecided === undefined ? undefined : Number(undecided),
      reason: reason.trim(),
    };
  } catch {
    // An unknown option.
    return undefined;
  }
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

/** What a closing leaves undecided knowingly. */
export interface ClosingConsent {
  /** Readings under review; 0 when there are none. */
  readonly undecided: Pick<UndecidedCount, 'readings' | 'kwh'>;
  readonly reason: string;
}

const nothingUndecided: ClosingConsent = { undecided: { readings: 0, kwh: 0 }, reason: '' };

/**
 * Whether a period may be closed now, and what that leaves undecided: while its readings are still accepted only with `--early` or
 * after a confirmation at the terminal, because later readings would be charged by average; over readings under review only with
 * their number and a reason. An interrupted closing resumes: its month no longer accepts readings. undefined: it may not.
 */
export async function confirmClosing(
  db: BillingDatabase,
  given: ClosingArguments,
  now: Instant,
  terminal: ClosingTerminal,
): Promise<ClosingConsent | undefined> {
  const { period } = given;
  if (kyivDateOf(now) < firstDayAfter(period)) return nothingUndecided;
  const known = await findPeriod(db, period);
  if (known !== undefined && known.state !== 'open') return nothingUndecided;
  if (!given.isEarly && !(await confirmEarly(db, period, now, terminal))) return undefined;
  return confirmUndecided(db, given, terminal);
}

async function confirmEarly(
  db: BillingDatabase,
  period: BillingPeriod,
  now: Instant,
  terminal: ClosingTerminal,
): Promise<boolean> {
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

const minReasonLength = 3;

/** The number that is confirmed must be the one of now: readings may have come or been decided since it was seen. */
async function confirmUndecided(
  db: BillingDatabase,
  { period, undecided: said, reason }: ClosingArguments,
  terminal: ClosingTerminal,
): Promise<ClosingConsent | undefined> {
  const undecided = await countUndecided(db, period);
  const { readings, accounts, kwh } = undecided;
  if (readings === 0 && (said ?? 0) === 0) return nothingUndecided;
  const why = `Under review are ${readings} readings of ${period} (${accounts} accounts, ${kwh} kWh as given): it would be charged by average.`;
  if (said === readings && reason.length >= minReasonLength) return { undecided, reason };
  if (!terminal.isInteractive || said !== undefined) {
    terminal.print(`${why} Decide them, or say --undecided ${readings} --reason "…".`);
    return undefined;
  }
  const number = (await terminal.ask(`${why}\nClose without them? Type their number: `)).trim();
  const typed = number === String(readings) ? (await terminal.ask('Why? ')).trim() : '';
  if (typed.length >= minReasonLength) return { undecided, reason: typed };
  terminal.print('Nothing was closed.');
  return undefined;
}
