import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_PROVE, ENTITY_ACCOUNTS, ENTITY_PROVE } from '#billing/api/customers.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountFixture, makeAccount } from '#billing/testing/make-account.ts';

const edrpou = '14360570';
const uniqueCode = 'SVITLO01';

const billing = provideTestBilling();

/** Creates an entity with one account per contract; a date is the contract's last day. */
async function makeEntity(...contractEnds: (string | undefined)[]): Promise<string[]> {
  const made = [];
  for (const contractEndedOn of contractEnds) {
    const fixture: AccountFixture = { customerType: 'entity', objectCode: uniqueCode };
    made.push(await makeAccount(billing.db, { ...fixture, ...(contractEndedOn && { contractEndedOn }) }));
  }
  const owner = made[0]?.customerId;
  const numbers = made.map((account) => account.accountNumber);
  await sql`update billing.account set customer_id = ${owner}::uuid where account_number = any(${numbers}::text[])`.execute(
    billing.db,
  );
  await sql`update billing.customer set tax_code = ${edrpou}, company_name = 'Kombinat', email = 'office@example.test'
    where customer_id = ${owner}::uuid`.execute(billing.db);
  return numbers;
}

describe('ENTITY_PROVE', () => {
  test('accepts account and unique code, and returns all accounts with a contract in force', async () => {
    const [first = '', second = ''] = await makeEntity(undefined, '2026-11-20', '2026-11-19');
    expect(await billing.ask(ENTITY_PROVE, { accountNumber: second, uniqueCode, edrpou: null })).toEqual({
      accountNumbers: [first, second],
      hasContract: true,
      companyName: 'Kombinat',
      phone: '+380501234567',
      email: 'office@example.test',
    });
  });

  test('checks the EDRPOU when it is given', async () => {
    const [accountNumber = ''] = await makeEntity(undefined);
    const { ok } = await billing.call(ENTITY_PROVE, { accountNumber, uniqueCode, edrpou });
    expect(ok).toBe(true);
  });

  test('returns hasContract false when the contract of the account has ended', async () => {
    const [ended = '', active = ''] = await makeEntity('2026-11-19', undefined);
    expect(await billing.ask(ENTITY_PROVE, { accountNumber: ended, uniqueCode, edrpou: null })).toMatchObject(
      { hasContract: false, accountNumbers: [active] },
    );
  });

  test('accepts the code in lower case and with Cyrillic look-alikes', async () => {
    const [accountNumber = ''] = await makeEntity(undefined);
    const uniqueCode = 'sv\u0456tl\u043e01';
    const { ok } = await billing.call(ENTITY_PROVE, { accountNumber, uniqueCode, edrpou: null });
    expect(ok).toBe(true);
  });

  test('refuses an unknown account, a household, a wrong code and a wrong EDRPOU with the same code', async () => {
    const [accountNumber = ''] = await makeEntity(undefined);
    const household = await makeAccount(billing.db, { objectCode: uniqueCode });
    const codeless = { customerType: 'entity', objectCode: '' } as const;
    const nameless = (await makeAccount(billing.db, codeless)).accountNumber;
    const answers = [
      await billing.call(ENTITY_PROVE, { accountNumber: '1000000000', uniqueCode, edrpou: null }),
      await billing.call(ENTITY_PROVE, { accountNumber: household.accountNumber, uniqueCode, edrpou: null }),
      await billing.call(ENTITY_PROVE, { accountNumber, uniqueCode: 'SVITLO02', edrpou: null }),
      await billing.call(ENTITY_PROVE, { accountNumber, uniqueCode, edrpou: '00131305' }),
      await billing.call(ENTITY_PROVE, { accountNumber: nameless, uniqueCode: '', edrpou: null }),
    ];
    for (const answer of answers) expect(answer).toEqual({ ok: false, code: 'accounts.codeMismatch' });
  });
});

describe('ACCOUNT_PROVE', () => {
  test('accepts the code of the bill, and returns whether a contract is in force', async () => {
    const active = await makeAccount(billing.db, { objectCode: 'AB12CD' });
    const ended = await makeAccount(billing.db, { objectCode: 'AB12CD', contractEndedOn: '2026-11-19' });
    const objectCode = 'ab12cd';
    expect(await billing.ask(ACCOUNT_PROVE, { accountNumber: active.accountNumber, objectCode })).toEqual({
      hasContract: true,
      phone: '+380501234567',
      confirmation: 'none',
    });
    expect(await billing.ask(ACCOUNT_PROVE, { accountNumber: ended.accountNumber, objectCode })).toEqual({
      hasContract: false,
      phone: '+380501234567',
      confirmation: 'none',
    });
  });

  test('refuses an unknown account, a wrong code and the account of an entity with the same code', async () => {
    const { accountNumber } = await makeAccount(billing.db, { objectCode: 'AB12CD' });
    const [ofEntity = ''] = await makeEntity(undefined);
    const answers = [
      await billing.call(ACCOUNT_PROVE, { accountNumber: '1000000000', objectCode: 'AB12CD' }),
      await billing.call(ACCOUNT_PROVE, { accountNumber, objectCode: 'AB12CE' }),
      await billing.call(ACCOUNT_PROVE, { accountNumber: ofEntity, objectCode: uniqueCode }),
    ];
    for (const answer of answers) expect(answer).toEqual({ ok: false, code: 'accounts.codeMismatch' });
  });
});

test('ENTITY_ACCOUNTS lists the accounts by any of them, and [] for a household or an unknown number', async () => {
  const numbers = await makeEntity(undefined, undefined);
  const household = await makeAccount(billing.db);
  for (const accountNumber of numbers) {
    expect(await billing.ask(ENTITY_ACCOUNTS, { accountNumber })).toEqual({ accountNumbers: numbers });
  }
  for (const accountNumber of [household.accountNumber, '1000000000']) {
    expect(await billing.ask(ENTITY_ACCOUNTS, { accountNumber })).toEqual({ accountNumbers: [] });
  }
});
