import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BENEFIT_ADD } from '#billing/api/charges.ts';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { LEDGER_CORRECT, LEDGER_LIST } from '#billing/api/ledger.ts';
import { PAYMENT_CONFIRM, PAYMENT_RETURN, PAYMENT_START } from '#billing/api/payments.ts';
import { RULE_CHANGE } from '#billing/api/rules.ts';
import { createBilling } from '#billing/billing.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import {
  type ChangeRow,
  changesFile,
  householdFiles,
  installation,
  makeHousehold,
  removal,
  zones,
} from '#billing/modules/import/testing/household-files.ts';
import { type ImportFixture, openImportFixture } from '#billing/modules/import/testing/import-fixture.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { newId } from '#platform/uuid.ts';
import { answersOf, type CopiedBooks, copyBooks } from './testing/copy-books.ts';

const households = Array.from({ length: 6 }, (_, index) => makeHousehold(index));
const [zoned, refitted, retariffed, sold, paying, fined] = households as [
  (typeof households)[0],
  (typeof households)[0],
  (typeof households)[0],
  (typeof households)[0],
  (typeof households)[0],
  (typeof households)[0],
];
const clerk = { id: 'A', name: 'Clerk', roles: ['billing'] };
const of = ({ account }: (typeof households)[0], change: ChangeRow): ChangeRow => ({
  account_number: account,
  ...change,
});

let fixture: ImportFixture;
let books: CopiedBooks;
/** Answers once the next month is closed in both. */
let later: readonly Readonly<Record<string, string>>[];

async function ask<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleOutput<M>> {
  const { db, clock } = fixture;
  const context = { reference: newId(), actor: 'test' };
  const result = await createBilling({ db, clock }).run(module.name, input, context);
  if (!result.ok) throw new Error(`${module.name}: ${result.code}`);
  return result.data as ModuleOutput<M>;
}

/** Values that are hard to write into a file and to read back. */
const files = (() => {
  const base = householdFiles(households);
  return {
    ...base,
    'customers.csv': base['customers.csv']
      .replace(
        `C${zoned.account},person,Surname,Name`,
        `C${zoned.account},person,"Д'Артаньян, ""мл.""",Ґалаґан`,
      )
      .replace(`C${refitted.account},person,Surname,Name`, `C${refitted.account},person,=1+1,@Name`),
    'accounts.csv': base['accounts.csv'].replace(`CODE${zoned.account.slice(-4)},N1`, 'CODE00,"0007, ""a"""'),
    'premises.csv': base['premises.csv'].replace(
      `${zoned.account},46901,Region,Town,Street,1,2`,
      `${zoned.account},00001,"Львівська, обл.","с. ""Нове"" \\N","=HYPERLINK(""x"")",001,\\.`,
    ),
  };
})();

async function playPayments(): Promise<void> {
  const part = { provider: 'sandbox', purpose: 'energy' as const };
  const report = (orderId: string, amount: string) => ({
    ...{
      provider: 'sandbox',
      orderId,
      amount,
      currency: 'UAH',
      providerReference: `ref-${orderId.slice(-4)}`,
    },
    evidence: {},
  });
  const both = await ask(PAYMENT_START, {
    ...{ ...part, account: paying.account, sum: '10.50', requestId: newId() },
    also: [{ account: zoned.account, purpose: 'energy', sum: '20.25' }],
  });
  await ask(PAYMENT_CONFIRM, report(both.payment.orderId, '30.75'));
  const back = await ask(PAYMENT_START, {
    ...part,
    account: paying.account,
    sum: '5.00',
    requestId: newId(),
  });
  await ask(PAYMENT_CONFIRM, report(back.payment.orderId, '5.00'));
  await ask(PAYMENT_RETURN, report(back.payment.orderId, '5.00'));
  await ask(PAYMENT_START, { ...part, account: paying.account, sum: '7.00', requestId: newId() });
}

async function playCorrections(): Promise<void> {
  const correct = (what: ModuleInput<typeof LEDGER_CORRECT>['what'], reason: string) =>
    ask(LEDGER_CORRECT, {
      ...{ accountNumber: paying.account, requestId: newId(), what, reason, administrator: clerk },
    });
  await correct({ kind: 'add', sum: '12.34' }, '=Причина, "як є"');
  await correct({ kind: 'add', sum: '1.00' }, 'By mistake');
  const { entries } = await ask(LEDGER_LIST, { accountNumber: paying.account, limit: 20 });
  const mistake = entries.find(({ reason }) => reason === 'By mistake');
  await correct({ kind: 'reverse', entryId: mistake?.entryId ?? '' }, 'Taken back');
  await ask(BENEFIT_ADD, {
    ...{
      accountNumber: paying.account,
      period: '2026-02',
      kind: 'subsidy',
      title: 'Субсидія, "лютий"',
      sum: '50.00',
    },
    ...{ reason: 'Letter', requestId: newId(), administrator: clerk },
  });
}

/** February is closed on 5 March, by hand; then everything happens that a base folder can not say. */
async function playEvents(): Promise<void> {
  const changed = await fixture.load(
    changesFile([
      of(zoned, { ...zones(zoned.serial), ...removal('2026-02-11', 410) }),
      of(refitted, { change: 'meterRemoved', serial_number: refitted.serial, ...removal('2026-02-11', 410) }),
      of(refitted, {
        ...installation(refitted.eic, refitted.serial),
        ...{ serial_number: refitted.serial, effective_on: '2026-03-01' },
      }),
      of(retariffed, { change: 'tariff', effective_on: '2026-02-10', tariff_code: 'cheap' }),
      of(retariffed, {
        change: 'power',
        effective_on: '2026-02-10',
        eic_code: retariffed.eic,
        contracted_power_kw: '7.5',
      }),
      of(retariffed, {
        change: 'pointState',
        effective_on: '2026-03-02',
        eic_code: retariffed.eic,
        point_state: 'disabled',
      }),
      of(sold, {
        ...{ change: 'holder', effective_on: '2026-03-03', customer_code: 'HEIR', new_account: '2390009100' },
        ...{ contract_number: 'N-2', contract_date: '2026-03-01', consumer_eic: sold.eic },
        closing_values: `${sold.serial}/single=600`,
      }),
    ]),
  );
  expect(changed).toMatchObject({ kind: 'loaded' });
  const { rows } = await sql<{ meterId: string }>`select meter_id as "meterId" from billing.meter
    where account_number = ${paying.account}`.execute(fixture.db);
  // As of the 1st for the month that it ends, and again for the next one.
  for (const [period, single] of [['2026-03', 600]] as const)
    await giveReading(fixture.db, {
      ...{
        accountNumber: paying.account,
        meterId: rows[0]?.meterId ?? '',
        period,
        effectiveDate: '2026-03-01',
      },
      values: { single },
    });
  await playPayments();
  await playCorrections();
  await makeAct(fixture.db, fined.account, {
    actNumber: '7/"А", б',
    sum: '432.50',
    drawnOn: '2026-02-20',
    state: 'billed',
  });
  await ask(RULE_CHANGE, {
    ...{
      requestId: newId(),
      values: [{ rule: 'bills.dueDay', value: 25 }],
      validFrom: '2026-03-08',
      revision: 0,
    },
    ...{ reason: 'Рішення, 12', administrator: clerk },
  });
}

beforeAll(async () => {
  fixture = await openImportFixture('2026-02-20');
  const loaded = await fixture.load(files);
  if (!('kind' in loaded) || loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded));
  fixture.setDay('2026-03-05');
  await fixture.close('2026-02');
  fixture.setDay('2026-03-07');
  await playEvents();
  books = await copyBooks(fixture.pool, fixture.clock, async ({ db, pool }) => {
    expect(await checkLedger(db)).toEqual([]);
    fixture.setDay('2026-04-06');
    const { clock } = fixture;
    await fixture.close('2026-03');
    const closed = await closePeriod({ db, pool, clock, period: billingPeriod('2026-03') });
    expect(closed.kind).toBe('closed');
    later = [await answersOf(fixture.pool), await answersOf(pool)];
  });
}, 120_000);

afterAll(() => fixture.end());

test('what staff, providers and files changed of closed months is copied with the books', () => {
  expect(books.answersOfCopy).toEqual(books.answers);
});

test('the export of the copy is the same, byte for byte, with commas, quotes, formulas and zeros in its values', () => {
  expect(books.filesOfCopy).toEqual(books.files);
  expect(books.files['customers.csv']).toContain('"Д’Артаньян, ""мл."""');
  expect(books.files['customers.csv']).toContain('=1+1,@Name');
  expect(books.files['premises.csv']).toContain('00001,"Львівська, обл."');
});

test('the folder has all of it', () => {
  const linesOf = (file: string, part: string) =>
    (books.files[file] ?? '').split('\n').filter((line) => line.includes(part)).length;
  // Zones, and a meter that came back: removed and installed, each.
  expect(linesOf('changes.csv', ',meterRemoved,')).toBe(2);
  expect(linesOf('changes.csv', ',meterInstalled,')).toBe(2);
  expect(linesOf('readings.csv', `${paying.account},${paying.serial},single,2026-03-01`)).toBe(2);
  expect(linesOf('payments.csv', ',reversed,')).toBe(1);
  expect(linesOf('payments.csv', ',30.75,')).toBe(2);
  expect(linesOf('ledger-entries.csv', ',reversal,')).toBe(2);
  expect(linesOf('ledger-entries.csv', '"=Причина, ""як є""')).toBe(1);
  expect(linesOf('recalculation-requests.csv', 'masterDataChange')).toBeGreaterThan(2);
  expect(linesOf('point-versions.csv', retariffed.account)).toBe(3);
  expect(linesOf('account-tariffs.csv', retariffed.account)).toBe(2);
  expect(linesOf('rule-changes.csv', '"Рішення, 12"')).toBe(1);
  expect(linesOf('accounts.csv', '2390009100')).toBe(1);
  expect(linesOf('benefits.csv', '2026-03')).toBe(1);
});

test('the next closing makes the same bills of both', () => {
  const [ofBooks, ofCopy] = later;
  expect(ofCopy).toEqual(ofBooks);
});
