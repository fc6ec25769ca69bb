import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineModule } from '#billing/api/define-module.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { BillingUnavailable } from './billing-errors.ts';
import { type BillingClientOptions, createBillingClient, type ModuleCallRecord } from './client.ts';

const THING_GET = defineModule({
  name: 'THING_GET',
  summary: 'A thing.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({ size: z.number() }),
  failures: [],
});

const now = instantFromIso('2026-11-20T10:00:00Z');

async function recordOf(transport: BillingClientOptions['transport']) {
  const records: ModuleCallRecord[] = [];
  const record = (call: ModuleCallRecord) => void records.push(call);
  const client = createBillingClient({ transport, record, clock: fixedClock(now) });
  const context = { reference: 'R', actor: 'person:S', sessionId: 'S', api: '/api/things' };
  const answer = await client
    .call(THING_GET, { accountNumber: '2390000001' }, context)
    .catch((e: unknown) => e);
  expect(records).toHaveLength(1);
  return { answer, record: records[0] };
}

test('records a call with its name, time, reference, session, account and API call, which the back end does not hear', async () => {
  const heard: unknown[] = [];
  const { answer, record } = await recordOf(async (_module, _input, context) => {
    heard.push(context);
    return { ok: true, data: { size: 1 } };
  });
  expect(heard).toEqual([{ reference: 'R', actor: 'person:S', sessionId: 'S' }]);
  expect(answer).toEqual({ ok: true, data: { size: 1 } });
  expect(record).toEqual({
    happenedAt: now,
    reference: 'R',
    name: 'THING_GET',
    durationUs: expect.any(Number),
    outcomeCode: 'success',
    httpStatus: 200,
    accountNumber: '2390000001',
    sessionId: 'S',
    api: '/api/things',
  });
});

test('records a refusal with its code', async () => {
  const { record } = await recordOf(async () => ({ ok: false, code: 'common.notFound' }));
  expect(record).toMatchObject({ outcomeCode: 'common.notFound', httpStatus: 422 });
});

test.each([
  [new BillingUnavailable(502, undefined), 'common.serviceDown', 502],
  [new BillingUnavailable(504, undefined), 'common.serviceDown', 504],
  [new Error('ours'), 'common.unexpected', 500],
])('records and rethrows a fault: %s', async (fault, outcomeCode, httpStatus) => {
  const { answer, record } = await recordOf(async () => {
    throw fault;
  });
  expect(answer).toBe(fault);
  expect(record).toMatchObject({ outcomeCode, httpStatus });
});
