import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import type { BillingClient } from '#billing/client.ts';
import { compareMoney, moneyFromWire, zeroMoney } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, compareDates, type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type NoticeServices, sendNotices } from '../../notifications/public.ts';
import { listDueReminders, takeDueReminders } from './payment-reminder-store.ts';

export interface PaymentReminderServices extends NoticeServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
}

const sendJob = 'send-payment-reminders';
/** Of one job: small, so that none takes long. */
const remindersAtATime = 500;
const maxAttempts = 5;
/** Of a Kyiv clock: reminders come by day. */
const firstHour = 10;

/** What is to be paid now in accounts where something is, with the last day of payment while it is still to come. */
async function listDebts(
  { billing }: PaymentReminderServices,
  accountNumbers: readonly string[],
  today: LocalDate,
  reference: string,
): Promise<ReadonlyMap<string, { readonly sum: string; readonly dueOn?: string }>> {
  const context = { reference, actor: 'portal' };
  const result = await billing.call(
    REMINDER_FACTS,
    { accountNumbers: [...new Set(accountNumbers)] },
    context,
  );
  if (!result.ok) throw new Error(`REMINDER_FACTS refused: ${result.code}`);
  return new Map(
    result.data.accounts
      .filter(({ toPay }) => compareMoney(moneyFromWire(toPay), zeroMoney) > 0)
      .map(({ accountNumber, toPay, owed }) => {
        const isToCome = owed !== null && compareDates(localDate(owed.dueOn), today) >= 0;
        return [accountNumber, { sum: toPay, ...(isToCome && { dueOn: owed.dueOn }) }];
      }),
  );
}

/** Sends the reminders whose day has come; answers whether there may be more of them. */
async function sendSome(
  services: PaymentReminderServices,
  reference: string,
  now: Instant,
): Promise<boolean> {
  const { db } = services;
  const { date: today, hour } = kyivTimeOf(now);
  const until = hour < firstHour ? addDays(today, -1) : today;
  const due = await listDueReminders(db, until, remindersAtATime);
  if (due.length === 0) return false;
  const accounts = due.map(({ accountNumber }) => accountNumber);
  const debts = await listDebts(services, accounts, today, reference);
  const nameOf = new Map(
    due.map(({ identityId, accountNumber, name }) => [`${identityId} ${accountNumber}`, name]),
  );
  await db.transaction().execute(async (transaction) => {
    const taken = await takeDueReminders(transaction, until, due);
    const notices = taken.flatMap(({ identityId, accountNumber }) => {
      const debt = debts.get(accountNumber);
      if (debt === undefined) return [];
      const name = nameOf.get(`${identityId} ${accountNumber}`) ?? '';
      return [
        { identityId, kind: 'paymentReminder' as const, params: { ...debt, account: accountNumber, name } },
      ];
    });
    await sendNotices(services, transaction, notices, now);
  });
  return due.length === remindersAtATime;
}

/** Asks for a round of these reminders; one that waits already is enough. */
export function askForPaymentReminders(db: PortalDatabase): Promise<void> {
  return addJob(db, sendJob, {}, { maxAttempts: maxAttempts, key: sendJob });
}

/**
 * The job of the reminders that persons set: at 10:00 of their day or later, by the channels of due dates, and only where
 * something is to be paid at that moment; money on its way is no debt. Sent or not, the reminder is gone: in one
 * transaction, so it comes once on however many nodes.
 */
export function paymentReminderTasks(services: PaymentReminderServices): Tasks {
  return {
    async [sendJob](_payload, { reference }) {
      const areMore = await sendSome(services, reference, services.clock.now());
      if (areMore) await askForPaymentReminders(services.db);
    },
  };
}
