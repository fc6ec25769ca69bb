import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { serviceQuality } from '#contract/reports/supplier/service-quality.ts';
import { getServiceQuality } from '#contract/service-terms.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { passCacheTime } from '#platform/testing/pass-cache-time.ts';
import { newId } from '#platform/uuid.ts';
import { recordTicket, seedTopics } from '#portal/modules/conversations/public.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let analyst: string;
const dayMs = 24 * 3_600_000;
const account = '2390000001';

/** Tickets of a topic: received on a day, answered so many days later or not at all. */
async function record(topicId: string, receivedOn: string, answeredAfter: number | null): Promise<void> {
  const [operator] = await cabinet.portalDb
    .selectFrom('portal.administrator')
    .select('identity_id')
    .execute();
  const at = instantFromIso(`${receivedOn}T10:00+02:00`);
  await recordTicket(cabinet.portalDb, {
    name: newId(),
    accountNumber: account,
    operatorId: operator?.identity_id ?? '',
    topicId,
    title: 'Звернення',
    subject: {},
    words: [
      { by: 'customer', act: 'customerMessage', text: 'Чому така сума?', at },
      ...(answeredAfter === null
        ? []
        : [
            {
              by: 'operator' as const,
              act: 'answer' as const,
              text: 'Відповідь',
              at: (at + answeredAfter * dayMs) as Instant,
            },
          ]),
    ],
    isRead: true,
  });
}

const cabinet = provideTestApp();

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  analyst = await cabinet.signIn([], 'admin', ['analyst']);
  await cabinet.signIn([account]);
  // A bill is checked in 5 working days: what came on Monday the 2nd is due on the 9th, on the 13th on the 20th.
  await record('billCheck', '2026-11-02', 7);
  await record('billCheck', '2026-11-02', 8);
  await record('billCheck', '2026-11-03', null);
  await record('billCheck', '2026-11-13', null);
  await record('billCheck', '2026-08-03', 1);
  await record('billCheck', '2025-11-03', 30);
  await record('refund', '2026-10-01', 29);
});

const qualityOf = async (period?: string) =>
  (await cabinet.post(getServiceQuality, { ...(period && { period }) })).body;
const countsOf = async (period?: string) => {
  const { standards } = await qualityOf(period);
  return Object.fromEntries(
    standards
      .filter(({ requests }) => requests > 0)
      .map(({ code, requests, inTime, breached, open }) => [code, [requests, inTime, breached, open]]),
  );
};

test('anybody reads this year until yesterday: a term that ends today has not ended', async () => {
  const body = await qualityOf();
  expect(body).toMatchObject({ period: '2026', from: '2026-01-01', to: '2026-11-19' });
  expect(body.periods.slice(0, 6)).toEqual(['2026', '2026-Q4', '2026-Q3', '2026-Q2', '2026-Q1', '2025']);
  expect(body.standards.find(({ code }) => code === 'BILL_CHECK')).toEqual({
    code: 'BILL_CHECK',
    days: 5,
    unit: 'working',
    basis: 'NEURC 375, 4.3 (3)',
    isGuaranteed: true,
    requests: 4,
    inTime: 2,
    breached: 2,
    open: 1,
    compensations: [],
  });
  const guaranteed = body.standards.map(({ isGuaranteed }) => isGuaranteed);
  expect(guaranteed).toEqual(guaranteed.toSorted((a, b) => Number(b) - Number(a)));
  expect(body.standards.map(({ code }) => code)).not.toContain('READING_RESULT');
  expect(JSON.stringify(body)).not.toContain(account);
});

test.each([
  ['2026-Q4', { BILL_CHECK: [3, 1, 2, 1], APPEAL: [1, 1, 0, 0] }],
  ['2026-Q3', { BILL_CHECK: [1, 1, 0, 0] }],
  ['2026-Q2', {}],
  ['2025', { BILL_CHECK: [1, 0, 1, 0] }],
])('a request belongs to the period in which its term ended: %s', async (period, counts) => {
  expect(await countsOf(period)).toEqual(counts);
});

test.each(['2027', '2019', '2026-Q5', '2026-11', 'x'])('refuses the period %s', async (period) => {
  const { httpStatus, body } = await cabinet.post(getServiceQuality, { period });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 400, code: 'common.badRequest' });
});

test('the report of the staff has the same counts, the shares whatever they are of, and totals', async () => {
  const { body } = await cabinet.post(serviceQuality.read, { token: analyst });
  const bills = body.rows.find(({ code }) => code === 'BILL_CHECK');
  expect(bills).toMatchObject({
    name: 'Перевірка рахунка, перерахунок',
    term: '5 роб. дн.',
    rule: 'Постанова НКРЕКП № 375, п. 4.3, пп. 3',
    level: 1,
    requests: 4,
    inTime: 2,
    share: 0.5,
    breached: 2,
    open: 1,
  });
  expect(body.totals).toMatchObject({ requests: 5, inTime: 3, share: 0.6, breached: 2, open: 1 });
  expect(body.rows.find(({ code }) => code === 'DATA')).toMatchObject({ requests: 0, share: null });
  for (const [basis, code] of [
    ['guaranteed', 'BILL_CHECK'],
    ['promised', 'QUALITY'],
  ] as const) {
    const { rows } = (await cabinet.post(serviceQuality.read, { token: analyst, basis })).body;
    expect(rows.map((row) => row.code)).toContain(code);
    expect(rows.length).toBeLessThan(body.rows.length);
  }
});

test('the report counts compensations that were given, by class, in the period of the broken term', async () => {
  const { rows: breached } = await sql<{ id: string }>`
    select conversation_id as id from portal.conversation_clock
    where kind = 'legal' and due_on = '2026-11-10' and met_at is null`.execute(cabinet.portalDb);
  await sql`
    insert into portal.compensation (account_number, compensation_id, conversation_id, standard_code, standard_valid_from,
      customer_class, amount_kopiykas, breached_on, due_by, state, proposed_at, decided_at, decided_by, booked_at)
    select ${account}, gen_random_uuid(), ${breached[0]?.id}::uuid, 'BILL_CHECK', '2020-08-12', class, sum, day, '2027-01-01',
      state, now(), now(), (select identity_id from portal.administrator limit 1), case state when 'booked' then now() end
    from (values ('household', 20000, '2026-11-11'::date, 'booked')) as given (class, sum, day, state)`.execute(
    cabinet.portalDb,
  );
  const ofDays = async (from: string, to: string) =>
    (await cabinet.post(serviceQuality.read, { token: analyst, from, to })).body;
  const body = await ofDays('2026-11-10', '2026-11-10');
  expect(body.rows.find(({ code }) => code === 'BILL_CHECK')).toMatchObject({
    requests: 1,
    breached: 1,
    households: 1,
    householdSum: '200.00',
    small: 0,
    otherSum: '0.00',
  });
  expect(body.totals).toMatchObject({ households: 1, householdSum: '200.00', smallSum: '0.00' });
  passCacheTime(600_000);
  const { standards } = await qualityOf();
  expect(standards.find(({ code }) => code === 'BILL_CHECK')?.compensations).toEqual([
    { customerClass: 'household', cases: 1, sum: '200.00' },
  ]);
  for (const day of ['2026-11-09', '2026-11-11'])
    expect((await ofDays(day, day)).totals).toMatchObject({ households: 0, householdSum: '0.00' });
});

test('the public figures are at most ten minutes old', async () => {
  const before = await countsOf('2026-Q4');
  await record('billCheck', '2026-11-04', 2);
  expect(await countsOf('2026-Q4')).toEqual(before);
  passCacheTime(600_000);
  expect(await countsOf('2026-Q4')).toEqual({ ...before, BILL_CHECK: [4, 2, 2, 1] });
});
