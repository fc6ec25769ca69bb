import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField } from '../fields.ts';
import { notificationChannels } from '../notifications.ts';
import { dateField } from '../values/dates.ts';

const paymentReminder = success({
  /** The Kyiv day on which it is sent; null: none is scheduled. */
  on: z.nullable(dateField),
  /** Channels: those the person enabled for due dates and that have an address, else SMS. */
  channels: z.array(z.enum(notificationChannels)),
  /** Address of the first channel: '+380 50 … 04' or an e-mail; '': this person's browsers; null: none. */
  to: z.nullable(z.string()),
});

export const getPaymentReminder = defineCall({
  path: '/api/payments/reminder',
  summary: 'The reminder of paying that the person has set for an account, and by what it comes.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: paymentReminder,
  failures: [],
});

export const remindOfPayment = defineCall({
  path: '/api/payments/remind',
  summary:
    'Sets the one reminder of paying for an account, in place of another, or removes it; it is sent unless nothing is due then.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  changes: true,
  input: signedInput({
    account: accountNumberField,
    /** From tomorrow to a year ahead; null removes it. */
    on: z.nullable(dateField),
  }),
  output: paymentReminder,
  failures: ['payments.noReminderChannel'],
});
