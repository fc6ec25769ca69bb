import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type ClosingResult,
  closePeriod,
  closingConnections,
  closingPriority,
} from '#billing/modules/charges/public.ts';
import { insertAudit } from '#billing/modules/events/public.ts';
import { createProgressPrinter } from '#cli/output/import-progress-printer.ts';
import { runCommand } from '#cli/output/run-command.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { lowerPriority } from '#platform/host/lower-priority.ts';
import { readConfig } from '#portal/config.ts';
import {
  type ClosingConsent,
  confirmClosing,
  processTerminal,
  readClosingArguments,
} from './close-period/early-closing.ts';
import { openDatabase } from './open-database.ts';

/** Result of the closing in one line; and whether the period is closed now. */
function report(result: ClosingResult, seconds: number): { line: string; isClosed: boolean } {
  switch (result.kind) {
    case 'closed':
      return {
        line: `${result.period} is closed: ${result.billCount} bills in ${seconds.toFixed(1)} s${
          result.isResumed ? ', after a closing that was cut off' : ''
        }. The next period is open.`,
        isClosed: true,
      };
    case 'interrupted':
      return {
        line: `Interrupted after ${result.billCount} bills. Start it again to go on from there.`,
        isClosed: false,
      };
    case 'alreadyClosed':
      return { line: `${result.period} was closed already: nothing was changed.`, isClosed: true };
    case 'refused':
      return { line: refusalText(result), isClosed: false };
  }
}

function refusalText({ code, period, subject }: Extract<ClosingResult, { kind: 'refused' }>): string {
  switch (code) {
    case 'notOver':
      return `${period} is not over yet: it can be closed from the 1st of the next month.`;
    case 'earlierPeriodOpen':
      return `Close ${subject} first: periods are closed one after another.`;
    case 'noTariff':
      return `The tariff "${subject}" has no version for some day of ${period}: add one and start again.`;
    case 'noPrice':
      return `The price "${subject}" has no version for ${period}: add it to price-components.csv, import and start again.`;
    case 'undecided':
      return `Under review are ${subject} readings of ${period}, more than were confirmed: start again.`;
    case 'closingElsewhere':
      return 'Another process is closing a period.';
  }
}

/** The audit of a closing that leaves readings undecided, as that of one from the page. */
async function auditConsent(
  db: BillingDatabase,
  period: BillingPeriod,
  { undecided, reason }: ClosingConsent,
  now: Instant,
): Promise<void> {
  if (undecided.readings === 0) return;
  const payload = {
    period,
    state: 'closing',
    reason,
    undecidedReadings: undecided.readings,
    undecidedKwh: undecided.kwh,
  };
  const change = {
    accountNumber: '',
    kind: 'closingRun.closing',
    before: { period, state: 'open' },
    payload,
  };
  await insertAudit(db, { actor: 'closing', reference: '' }, [change], now);
}

/**
 * `npm run close-period -- 2026-10`: charges all accounts and makes the bills; Ctrl-C stops between two chunks. Asks
 * for confirmation while readings are accepted, and for the number and a reason when readings are under review; the audit keeps both.
 */
async function main(): Promise<number> {
  const given = readClosingArguments(process.argv.slice(2));
  if (given === undefined) {
    console.error('Usage: npm run close-period -- YYYY-MM [--early] [--undecided N --reason "…"]');
    return 1;
  }
  const { period } = given;
  lowerPriority(closingPriority);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const config = readConfig();
  const clock = createClock(config);
  const database = await openDatabase(config, { handlesSignals: true });
  const { db, pool, close } = connectDatabase<unknown>({
    url: database.url,
    poolSize: closingConnections,
    planOnce: true,
    name: 'svitlo-close-period',
  });
  const progress = createProgressPrinter(process.stderr, () => performance.now());
  const started = performance.now();
  try {
    const now = clock.now();
    const consent = await confirmClosing(db as BillingDatabase, given, now, processTerminal);
    if (consent === undefined) return 1;
    await auditConsent(db as BillingDatabase, period, consent, now);
    const result = await closePeriod({
      db: db as BillingDatabase,
      pool,
      clock,
      period,
      confirmedUndecided: consent.undecided.readings,
      signal: stop.signal,
      onProgress: ({ done, total }) => progress.show({ step: 'closing', period, done, total }),
    });
    progress.end();
    const { line, isClosed } = report(result, (performance.now() - started) / 1000);
    if (isClosed) console.log(line);
    else console.error(line);
    return isClosed ? 0 : 1;
  } finally {
    await close();
    await database.close();
  }
}

await runCommand(main);
