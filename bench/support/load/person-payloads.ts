import { randomUUID } from 'node:crypto';
import { savedFrom } from '#contract/accounts/accounts.ts';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { genericReads } from '#portal/testing/scenarios/call-scenarios.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import type { CabinetOwner } from '../seed/cabinet-owner.ts';
import { ACT_NUMBER } from '../seed/seed-households.ts';

/** A call of a person's pages with its payload. */
export interface PersonCall {
  readonly name: string;
  readonly path: string;
  fields(owner: CabinetOwner): Readonly<Record<string, unknown>>;
  /** Possible only once per household. */
  readonly once?: true;
}

type Fields = PersonCall['fields'];

const reading: Fields = ({ meterId, value }) => ({ meterId, values: { single: value } });
const ofLastBill: Fields = ({ period }) => ({ period });

/** Payloads where the sample's payload does not fit a household of the benchmark, or there is none. */
const own: Readonly<Record<string, Fields>> = {
  '/api/update-profile': ({ account }) => ({
    account,
    userType: 'person',
    surname: 'Коваленко',
    name: 'Олена',
  }),
  '/api/sessions/end': ({ otherSessionId }) => ({ sessionId: otherSessionId }),
  '/api/notifications/save': () => ({ kind: 'paymentConfirmed', channel: 'sms', isOn: true }),
  '/api/notifications/bill-file': () => ({ isOn: false }),
  '/api/choice-apart': ({ account }) => ({ item: { account } }),
  '/api/person/objects/save': ({ account }) => ({ type: savedFrom.billing, acc: account }),
  '/api/readings/preview': reading,
  '/api/readings/submit': reading,
  '/api/readings/correct': (owner) => ({
    meterId: owner.meterId,
    values: { single: String(Number(owner.value) + 1) },
    reason: 'Помилка',
  }),
  '/api/bills/get': ofLastBill,
  '/api/bills/pdf': ofLastBill,
  '/api/bills/explain': (owner) => ({ ...ofLastBill(owner), against: 'previous' }),
  '/api/documents/request': ({ period }) => ({ kind: 'reconciliation', from: period, to: period }),
  '/api/documents/state': ({ documentId }) => ({ documentId }),
  '/api/documents/file': ({ documentId }) => ({ documentId }),
  '/api/readings/receipt': ({ receiptNumber }) => ({ receiptNumber }),
  '/api/acts/pdf': () => ({ actNumber: ACT_NUMBER, kind: 'act' }),
  '/api/feed-in/pdf': ofLastBill,
  '/api/payments/state': ({ paymentId }) => ({ paymentId }),
  '/api/payments/receipt': ({ paymentId }) => ({ paymentId }),
};

/** Calls possible once per household, in this order, after all read-only calls. */
const once = ['/api/readings/submit', '/api/readings/correct', '/api/sessions/end'];

/** Starts jobs that would disturb the next measurement. */
const startsJobs = '/api/documents/request';

/**
 * Excluded: passwords and codes (their time is that of the hash), and calls that end their own session or remove the
 * object, which can't be repeated.
 */
const isExcluded = (call: Call) =>
  call.failures.some((code) => code === 'identity.wrongPassword' || code === 'identity.wrongCode') ||
  [
    '/api/second-factor/send-code',
    '/api/auth/sign-out',
    '/api/sessions/end-all',
    '/api/post-add-objects',
    '/api/post-drop-objects',
    // These call the browser's push service.
    '/api/notifications/push-subscribe',
    '/api/notifications/push-forget',
    '/api/notifications/push-confirm',
  ].includes(call.path);

const isOfPerson = ({ audience }: Call) =>
  audience === 'person' || audience === 'customer' || audience === 'signedIn';

function fieldsOf(call: Call, more: Readonly<Record<string, unknown>> = {}): Fields {
  const sample = samplePayloads[call.path] ?? {};
  return (owner) => ({
    ...(own[call.path]?.(owner) ?? sample),
    ...more,
    ...(call.accountField !== undefined && { account: owner.account }),
    ...(call.changes && 'requestId' in sample && { requestId: randomUUID() }),
  });
}

/** All calls of a person's pages, read-only ones first. */
export function personCalls(): PersonCall[] {
  const calls = allCalls.filter((call) => isOfPerson(call) && !isExcluded(call));
  const ordered = calls.flatMap((call): PersonCall[] => {
    const { path } = call;
    if (path === '/api/get-common')
      return genericReads.map((url) => ({ name: `${path} ${url}`, path, fields: fieldsOf(call, { url }) }));
    return [{ name: path, path, fields: fieldsOf(call), ...(once.includes(path) && { once: true }) }];
  });
  const place = ({ once: isOnce, path }: PersonCall) => (path === startsJobs ? 2 : isOnce ? 1 : 0);
  return ordered.toSorted((one, other) => place(one) - place(other));
}
