import { getPaymentReminder, remindOfPayment } from '#contract/payments/payment-reminders.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, compareDates, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { fail, failFields, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listRecipients, type Recipient } from '../../notifications/public.ts';
import { findPaymentReminder, removePaymentReminder, savePaymentReminder } from './payment-reminder-store.ts';

const maxDays = 366;

/** A contact as a button can show it: '+380 50 … 04', the whole e-mail; '' for a browser. */
function shortContact({ channel, recipient }: Recipient): string {
  if (channel === 'push') return '';
  return channel === 'mail'
    ? recipient
    : `${recipient.slice(0, 4)} ${recipient.slice(4, 6)} … ${recipient.slice(-2)}`;
}

/** By what a reminder would reach the person now. */
async function channelsOf(db: PortalDatabase, identityId: string) {
  const recipients = await listRecipients(db, [{ identityId, kind: 'paymentReminder' }]);
  const [first] = recipients;
  return {
    channels: [...new Set(recipients.map(({ channel }) => channel))],
    to: first === undefined ? null : shortContact(first),
  };
}

const isAhead = (on: LocalDate, today: LocalDate) =>
  compareDates(on, today) > 0 && compareDates(on, addDays(today, maxDays)) <= 0;

/** The reminder of paying that a person sets for an account: read, set, removed. */
export function paymentReminderRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(getPaymentReminder, async ({ account }, { session: { identityId } }) => {
      const key = { identityId, accountNumber: account };
      const [on, ways] = await Promise.all([findPaymentReminder(db, key), channelsOf(db, identityId)]);
      return succeed({ on: on ?? null, ...ways });
    }),

    route(remindOfPayment, async ({ account, on }, { session: { identityId, cabinetId }, clock }) => {
      const key = { identityId, accountNumber: account };
      const ways = await channelsOf(db, identityId);
      if (on === null) {
        await removePaymentReminder(db, key);
        return succeed({ on: null, ...ways });
      }
      const now = clock.now();
      const day = localDate(on);
      if (!isAhead(day, kyivDateOf(now))) return failFields([{ path: 'on', code: 'field.invalid' }]);
      if (ways.channels.length === 0) return fail('payments.noReminderChannel');
      await savePaymentReminder(db, { ...key, cabinetId }, day, now);
      return succeed({ on: day, ...ways });
    }),
  ];
}
