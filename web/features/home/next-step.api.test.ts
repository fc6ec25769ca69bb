import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills.ts';
import { listMeters, previewReading } from '#contract/readings.ts';
import { readingAsk } from '#domain/readings/reading-ask.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';
import { isSomeMoney } from '#web/lib/format.ts';
import { doneText, nextStep } from './next-step-panel.tsx';

type CustomerType = 'person' | 'entity';

let app: TestApp;
/** Every account that is in a cabinet, and each tenth of the others, which are alike. */
let accounts: readonly { account: string; type: CustomerType }[];

beforeAll(async () => {
  app = await startTestApp(
    '2026-11-22T10:00:00Z',
    {},
    { database: await createSampleDatabase('2026-11-22') },
  );
  const { rows } = await sql<{ account: string; type: CustomerType }>`
    select account_number as account, customer_type as type from billing.account join billing.customer using (customer_id)
    where account_number < '2390003' or account_number like '%7' order by 1`.execute(app.billingDb);
  accounts = rows;
}, 120_000);

afterAll(() => app.close());

/** Words that ask the reader to do something. */
const requestPattern = /надішліть|зателефонуйте|заповніть|сплатіть|передайте|напишіть|форм[уи]/i;

/** Checks the next step of one account against what its pages and the server accept; answers the kind of step. */
async function checkNextStep(account: string, type: CustomerType, token: string): Promise<string> {
  const ask = { token, account };
  const [meters, balance, bills] = await Promise.all([
    app.post(listMeters, ask),
    type === 'person' ? app.post(personBalance, ask) : undefined,
    app.post(listBills, ask),
  ]);
  const reading = readingAsk(meters.body);
  if (reading.kind === 'give') {
    const open = meters.body.meters.find(({ blocked }: { blocked: unknown }) => blocked === null);
    if (!open) throw new Error(`${account} takes no reading`);
    const values = Object.fromEntries(
      open.registers.map((register: { zone: string; currentValue: number | null; previousValue: number }) => [
        register.zone,
        String((register.currentValue ?? register.previousValue) + 1),
      ]),
    );
    const { body } = await app.post(previewReading, { ...ask, meterId: open.meterId, values });
    expect([account, body.status]).toEqual([account, 'success']);
  }
  if (reading.kind === 'sendPhoto') expect(reading.message).toMatch(/Надішліть фото лічильника на \S+@/);
  if (!balance) return reading.kind;

  const step = nextStep(balance.body.balance, meters.body);
  expect([account, step.kind === 'reading']).toEqual([account, reading.kind === 'give']);
  // The pay button of the bills page depends on the same sum as the next step of the home page.
  const owed = isSomeMoney(bills.body.due);
  expect([account, isSomeMoney(balance.body.balance.debet)]).toEqual([account, owed]);
  expect([account, step.kind === 'pay' || ('owed' in step && step.owed !== undefined)]).toEqual([
    account,
    owed,
  ]);
  if (step.kind === 'done') {
    const { title, body, asksToCall } = doneText(step);
    expect([account, body, requestPattern.test(body)]).toEqual([account, body, false]);
    expect([account, title === 'Зателефонуйте нам']).toEqual([account, asksToCall]);
    const mustCall = meters.body.meters.some(({ blocked }: { blocked: { code: string } | null }) =>
      ['accounts.noContract', 'readings.meterDisabled', 'readings.meterNotFound'].includes(
        blocked?.code ?? '',
      ),
    );
    if (meters.body.meters.length === 1) expect([account, asksToCall]).toEqual([account, mustCall]);
  }
  return step.kind === 'done' && doneText(step).asksToCall ? 'call' : step.kind;
}

/** Counts the kinds of next step, and of refusals, at a moment. */
async function countSteps(moment: string): Promise<Readonly<Record<string, number>>> {
  app.clock.set(instantFromIso(moment));
  // An account belongs to one entity, and its last session has ended by then.
  await sql`delete from portal.identity_account where owner_type = 'entity'`.execute(app.portalDb);
  const ofType = (type: CustomerType) =>
    accounts.filter((one) => one.type === type).map(({ account }) => account);
  const person = await app.signIn(ofType('person'));
  const tokens = { person, entity: await app.signIn(ofType('entity'), 'entity') };
  const remaining = [...accounts];
  const found: string[] = [];
  const work = async () => {
    for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) {
      found.push(`${next.type} ${await checkNextStep(next.account, next.type, tokens[next.type])}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return Object.fromEntries([...Map.groupBy(found, (one) => one)].map(([one, all]) => [one, all.length]));
}

test('every next step of the sample accounts can be carried out, and a done state asks for nothing', async () => {
  const closed = await countSteps('2026-11-22T10:00:00Z');
  // Each state must occur, else the test proves nothing.
  for (const is of ['done', 'pay', 'payAct', 'call', 'sendPhoto'])
    expect(closed).toHaveProperty([`person ${is}`]);
  expect(Object.keys(closed).filter((is) => /reading|give/.test(is))).toEqual([]);
  expect(closed).toHaveProperty(['entity wait']);
  const open = await countSteps('2026-11-30T10:00:00Z');
  for (const is of ['person reading', 'person call', 'person sendPhoto', 'entity give']) {
    expect(open).toHaveProperty([is]);
  }
}, 120_000);
