import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveReading } from '#billing/testing/give-reading.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { addMonths, billingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { confirmClosing, readClosingArguments } from './early-closing.ts';

let billing: TestBilling;

beforeAll(async () => {
  billing = await startTestBilling();
  await makeSupplier(billing.db);
});
afterAll(() => billing.close());

test.each([
  [['2026-10'], { period: '2026-10', isEarly: false, undecided: undefined, reason: '' }],
  [['--early', '2026-10'], { period: '2026-10', isEarly: true, undecided: undefined, reason: '' }],
  [['2026-10', '--early'], { period: '2026-10', isEarly: true, undecided: undefined, reason: '' }],
  [
    ['2026-10', '--undecided', '3', '--reason', ' Plan '],
    { period: '2026-10', isEarly: false, undecided: 3, reason: 'Plan' },
  ],
  [['2026-10', '--undecided', 'all'], undefined],
  [['2026-10', '--undecided'], undefined],
  [['2026-10', '2026-11'], undefined],
  [['2026-10', '--late'], undefined],
  [['2026-10', '--early', '--early'], undefined],
  [['--early'], undefined],
  [[], undefined],
])('reads the arguments %j', (given, read) => {
  expect(readClosingArguments(given)).toEqual(read);
});

describe('confirmClosing', () => {
  const period = billingPeriod('2026-10');

  async function confirm(at: string, typed?: string, isEarly = false) {
    const printed: string[] = [];
    const questions: string[] = [];
    const terminal = {
      isInteractive: typed !== undefined,
      ask: async (question: string) => {
        questions.push(question);
        return typed ?? '';
      },
      print: (line: string) => void printed.push(line),
    };
    const given = { period, isEarly, undecided: undefined, reason: '' };
    const consent = await confirmClosing(billing.db, given, instantFromIso(at), terminal);
    return { may: consent !== undefined, printed: printed.join(), questions: questions.join() };
  }

  test('without a terminal requires --early while readings are accepted, by Kyiv time', async () => {
    // 02:00 on the 1st in Kyiv.
    const refused = await confirm('2026-11-01T00:00:00Z');
    expect(refused.may).toBe(false);
    expect(refused.printed).toContain('Readings of 2026-10 are taken until 00:00 on 2026-11-04, Kyiv time');
    expect(refused.printed).toContain('--early');
    expect((await confirm('2026-11-03T21:59:59Z')).may).toBe(false);
    expect(await confirm('2026-11-03T22:00:00Z')).toEqual({ may: true, printed: '', questions: '' });
    expect(await confirm('2026-11-01T00:00:00Z', undefined, true)).toEqual({
      may: true,
      printed: '',
      questions: '',
    });
  });

  test('at a terminal asks for confirmation and accepts only "yes"', async () => {
    expect((await confirm('2026-11-02T10:00:00Z', ' YES ')).may).toBe(true);
    for (const typed of ['', 'y', 'no']) {
      const { may, questions, printed } = await confirm('2026-11-02T10:00:00Z', typed);
      expect([may, printed]).toEqual([false, 'Nothing was closed.']);
      expect(questions).toContain('Close it now?');
    }
  });

  test('follows the windows that the supplier configures', async () => {
    await sql`update billing.supplier set rules = jsonb_set(rules, '{readings}',
      '{"window": {"entity": {"closingDay": 2, "closingHour": 10}}}')`.execute(billing.db);
    // Rules are cached for five seconds per database: another connection has its own cache.
    const { db, close } = connectDatabase<unknown>({ url: billing.url, poolSize: 1 });
    const terminal = { isInteractive: false, ask: async () => '', print: () => undefined };
    const given = { period, isEarly: false, undecided: undefined, reason: '' };
    const canCloseAt = async (at: string) =>
      (await confirmClosing(db as never, given, instantFromIso(at), terminal)) !== undefined;
    expect(await canCloseAt('2026-11-02T10:59:59Z')).toBe(false);
    expect(await canCloseAt('2026-11-02T11:00:00Z')).toBe(true);
    await close();
  });

  test('allows an interrupted closing to resume, and leaves the check of an unfinished month to the closing', async () => {
    expect((await confirm('2026-10-31T10:00:00Z')).may).toBe(true);
    await sql`insert into billing.period (period, state) values ('2026-10', 'closing')`.execute(billing.db);
    expect((await confirm('2026-11-01T10:00:00Z')).may).toBe(true);
    await sql`delete from billing.period`.execute(billing.db);
  });
});

describe('readings under review', () => {
  const period = billingPeriod('2026-10');
  const after = instantFromIso('2026-11-05T10:00:00Z');

  async function confirm(given: { undecided?: number; reason?: string }, typed?: readonly string[]) {
    const printed: string[] = [];
    const answers = [...(typed ?? [])];
    const terminal = {
      isInteractive: typed !== undefined,
      ask: async () => answers.shift() ?? '',
      print: (line: string) => void printed.push(line),
    };
    const asked = { period, isEarly: false, undecided: undefined, reason: '', ...given };
    return { consent: await confirmClosing(billing.db, asked, after, terminal), printed: printed.join() };
  }

  beforeAll(async () => {
    for (const value of [1250, 1300]) {
      const account = await makeAccount(billing.db, {
        history: [{ period: '2026-09', closing: { single: 1000 } }],
      });
      await giveReading(billing.db, {
        ...account,
        period,
        effectiveDate: '2026-11-01',
        values: { single: value },
        status: 'underReview',
      });
    }
  });
  afterAll(() => sql`delete from billing.reading where status = 'underReview'`.execute(billing.db));

  test('are left undecided only by their number and a reason', async () => {
    const silent = await confirm({});
    expect(silent.consent).toBeUndefined();
    expect(silent.printed).toContain('Under review are 2 readings of 2026-10 (2 accounts, 550 kWh as given)');
    expect(silent.printed).toContain('--undecided 2 --reason');
    expect((await confirm({ undecided: 1, reason: 'By plan' })).consent).toBeUndefined();
    expect((await confirm({ undecided: 2 })).consent).toBeUndefined();
    const { consent } = await confirm({ undecided: 2, reason: 'By plan' });
    expect(consent).toMatchObject({ undecided: { readings: 2, kwh: 550 }, reason: 'By plan' });
  });

  test('are asked about at a terminal', async () => {
    for (const typed of [[''], ['1', 'By plan'], ['2', 'no']])
      expect(await confirm({}, typed)).toEqual({ consent: undefined, printed: 'Nothing was closed.' });
    const { consent } = await confirm({}, [' 2 ', 'By plan']);
    expect(consent).toMatchObject({ undecided: { readings: 2 }, reason: 'By plan' });
  });
});

test('close-period refuses while readings are accepted, and closes with --early', async () => {
  await sql`update billing.supplier set rules = jsonb_set(rules, '{readings}',
    '{"window": {"entity": {"firstDays": 31, "closingDay": 31, "closingHour": 24}}}')`.execute(billing.db);
  const period = addMonths(periodOf(kyivDateOf(systemClock.now())), -1);
  const run = async (...more: string[]) => {
    const script = join(import.meta.dirname, '../close-period.ts');
    const child = spawn(process.execPath, [script, period, ...more], {
      env: { PATH: process.env.PATH, DATABASE_URL: billing.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, output };
  };
  const refused = await run();
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`Readings of ${period} are taken until`);
  const { rows } = await sql`select state from billing.period where period = ${period}`.execute(billing.db);
  expect(rows).toEqual([]);
  const closed = await run('--early');
  expect(closed.output).toContain(`${period} is closed`);
  expect(closed.code).toBe(0);
});
