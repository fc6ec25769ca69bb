import { answer } from '#billing/api/define-module.ts';
import { REMINDER_FACTS } from '#billing/api/reminders.ts';
import { handleModule } from '#billing/module-handler.ts';
import { toDueNow } from '#billing/modules/ledger/public.ts';
import { cachedReadingRules } from '#billing/modules/supplier/public.ts';
import type { DueNow } from '#domain/ledger/due-now.ts';
import { addMoney, moneyToWire, zeroMoney } from '#domain/money.ts';
import type { WindowRules } from '#domain/readings/reading-rules.ts';
import { nextWindow, type SubmissionWindow } from '#domain/readings/submission-window.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { listReminderFacts } from './reminder-facts-store.ts';

const shownWindows = 3;

/** The window that is open or opens next, and those after it: each begins to be looked for where the one before ends. */
function windowsFrom(now: Instant, rules: WindowRules): readonly [SubmissionWindow, ...SubmissionWindow[]] {
  const first = nextWindow(now, rules);
  const windows: [SubmissionWindow, ...SubmissionWindow[]] = [first];
  let last = first;
  while (windows.length < shownWindows) {
    last = nextWindow(last.closesAt, rules);
    windows.push(last);
  }
  return windows;
}

/** What is owed by the last bill; a debt without a bill has no due date and is no reminder. */
function owedOf({ energy, lastBill }: DueNow) {
  if (energy === zeroMoney || lastBill === null) return null;
  return { ...lastBill, sum: moneyToWire(energy) };
}

/** REMINDER_FACTS: the dates of KKOEE 8.6.3 and of the bill, for any number of accounts in one statement. */
export const handleReminderFacts = handleModule(
  REMINDER_FACTS,
  ({ db, clock }) =>
    async ({ accountNumbers }) => {
      const now = clock.now();
      const rules = await cachedReadingRules(db);
      const windows = {
        person: windowsFrom(now, rules.window.person),
        entity: windowsFrom(now, rules.window.entity),
      };
      const today = kyivDateOf(now);
      const rows = await listReminderFacts(db, accountNumbers, today, {
        person: windows.person[0].period,
        entity: windows.entity[0].period,
      });
      return answer({
        accounts: rows
          .map((row) => ({ ...row, due: toDueNow(row.dueState, today) }))
          .map(({ due, ...row }) => ({
            accountNumber: row.accountNumber,
            windows: windows[row.customerType].map(({ period, opensOn, closesAt }) => ({
              period,
              opensOn,
              closesAt: instantToIso(closesAt),
            })),
            takesReadings: row.takesReadings,
            awaitsReading: row.awaitsReading,
            owed: owedOf(due),
            toPay: moneyToWire(addMoney(due.energy, due.forActs)),
          })),
      });
    },
);
