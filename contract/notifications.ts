import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { textField } from './fields.ts';
import { type CompanyArea, type CompanyPerson, mayUse } from './identity/company-roles.ts';
import { instantField } from './values/dates.ts';
import { maxText, minText } from './values/text-length.ts';

/** Notifications of account events, sent when they happen. */
export const newsKinds = [
  'billIssued',
  'paymentConfirmed',
  'paymentFailed',
  'paymentReturned',
  'violationAct',
  'readingAccepted',
  'readingUnderReview',
  'accessChanged',
  'actToSign',
  'supplierMessage',
  'limitApproved',
  'limitDeclined',
  'limitApplied',
  'ticketNews',
] as const;

/** Sent ahead of a due day. */
export const reminderKinds = ['windowOpens', 'windowCloses', 'dueSoon', 'plannedSoon', 'limitNear'] as const;

/** Kinds of notifications. */
export const notificationKinds = [...newsKinds, ...reminderKinds] as const;
export type NewsKind = (typeof newsKinds)[number];
export type ReminderKind = (typeof reminderKinds)[number];
export type NotificationKind = (typeof notificationKinds)[number];

/** Kinds that only legal entities have; the other ones are the same for all customers. */
const entityKinds: readonly NotificationKind[] = [
  'actToSign',
  'limitApproved',
  'limitDeclined',
  'limitApplied',
  'plannedSoon',
  'limitNear',
];

/** What of the cabinet each kind tells of: a person of a company is notified of what it may read. */
const areaOfKind: Readonly<Record<NotificationKind, CompanyArea>> = {
  billIssued: 'money',
  paymentConfirmed: 'money',
  paymentFailed: 'money',
  paymentReturned: 'money',
  violationAct: 'documents',
  readingAccepted: 'points',
  readingUnderReview: 'points',
  accessChanged: 'own',
  actToSign: 'documents',
  supplierMessage: 'company',
  limitApproved: 'limits',
  limitDeclined: 'limits',
  limitApplied: 'limits',
  ticketNews: 'support',
  windowOpens: 'points',
  windowCloses: 'points',
  dueSoon: 'money',
  plannedSoon: 'money',
  limitNear: 'limits',
};

/** Kinds of single readings, which may be of any point of an account. */
const kindsOfReadings: readonly NotificationKind[] = ['readingAccepted', 'readingUnderReview'];

/** Whether a person of a company is notified of a kind. */
export function mayHear(kind: NotificationKind, person: CompanyPerson | undefined): boolean {
  if (person?.objects === 'points' && kindsOfReadings.includes(kind)) return false;
  return mayUse(person, areaOfKind[kind], 'read');
}

/** Those of the kinds that a customer of a type has. */
export function kindsOf<Kind extends NotificationKind>(
  kinds: readonly Kind[],
  type: 'person' | 'entity' | 'admin' | undefined,
  person?: CompanyPerson,
): readonly Kind[] {
  return type === 'entity'
    ? kinds.filter((kind) => mayHear(kind, person))
    : kinds.filter((kind) => !entityKinds.includes(kind));
}

/** Channels of notifications. */
export const notificationChannels = ['sms', 'mail', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

const kindField = z.enum(notificationKinds);
const channelField = z.enum(notificationChannels);

export const getNotifications = defineCall({
  path: '/api/notifications/get',
  summary: 'By what the person hears of which news and reminders, and where each channel leads.',
  audience: 'customer',
  area: 'own',
  input: signedInput({}),
  output: success({
    /** Enabled kinds and channels. */
    chosen: z.array(z.object({ kind: kindField, channel: channelField })),
    /** Bills are attached as PDF to their e-mails. */
    billFiles: z.boolean(),
    phone: z.string(),
    email: z.string(),
    /** E-mail is sent to a confirmed address only. */
    emailConfirmed: z.boolean(),
    /** Browsers with a push subscription. */
    devices: z.number(),
    /** The server's public VAPID key for subscriptions (RFC 8292), base64url. */
    pushKey: z.string(),
  }),
  failures: [],
});

export const saveNotification = defineCall({
  path: '/api/notifications/save',
  summary: 'Switches one channel of one kind of news or reminder on or off.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({ kind: kindField, channel: channelField, isOn: z.boolean() }),
  output: success({}),
  failures: [],
});

export const saveBillFile = defineCall({
  path: '/api/notifications/bill-file',
  summary:
    'Whether bills come as PDF with the letters that tell of them; whoever wants them gets the letters, too.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({ isOn: z.boolean() }),
  output: success({}),
  failures: [],
});

/** The endpoint from the browser's push service. */
const endpointField = textField(2000).check(minText(1), z.url({ error: 'field.invalid' }));
const base64urlField = (length: number) =>
  z.string().check(maxText(length), z.regex(/^[\w-]+=*$/, { error: 'field.invalid' }));

export const subscribePush = defineCall({
  path: '/api/notifications/push-subscribe',
  summary: 'Subscribes this browser to notifications; the address must be of a known push service.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({
    endpoint: endpointField,
    /** Keys of the subscription, from the browser (RFC 8291). */
    keys: z.object({ p256dh: base64urlField(100), auth: base64urlField(40) }),
  }),
  output: success({ devices: z.number() }),
  failures: [],
});

export const unsubscribePush = defineCall({
  path: '/api/notifications/push-forget',
  summary: 'Unsubscribes this browser from notifications.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({ endpoint: endpointField }),
  output: success({ devices: z.number() }),
  failures: [],
});

export const confirmPush = defineCall({
  path: '/api/notifications/push-confirm',
  summary: 'Assigns a subscribed browser to the signed-in person; it gets no notifications of another.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({ endpoint: endpointField }),
  output: success({
    /** Whether the subscription is active; if not, the browser drops it. */
    isKnown: z.boolean(),
  }),
  failures: [],
});

const calendarLink = success({
  /** Path of the calendar on this site, including its secret; null: none was created. */
  path: z.nullable(z.string()),
  madeAt: z.nullable(instantField),
});

export const calendarLinkCall = defineCall({
  path: '/api/calendar/link',
  summary: 'The secret address of the calendar with reading windows and due dates of all objects.',
  audience: 'customer',
  area: 'own',
  input: signedInput({}),
  output: calendarLink,
  failures: [],
});

export const renewCalendarLink = defineCall({
  path: '/api/calendar/renew',
  summary:
    'Makes the address of the calendar, or another one in its place: the old one leads nowhere at once.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({}),
  output: calendarLink,
  failures: [],
});
