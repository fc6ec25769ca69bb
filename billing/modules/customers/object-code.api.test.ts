import { describe, expect, test } from 'vitest';
import { ACCOUNT_ACCESS_GET, ACCOUNT_CODE_RENEW, ACCOUNT_CODES_RENEW } from '#billing/api/accounts.ts';
import { findBill } from '#billing/modules/bills/bill-store.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { newId } from '#platform/uuid.ts';

const billing = provideTestBilling();
const query = queryOn(() => billing.db);
const codeOf = async (accountNumber: string) =>
  (await billing.ask(ACCOUNT_ACCESS_GET, { accountNumber })).code;

const ageOf = (accountNumber: string, setAt: string) =>
  query`update billing.account set object_code_set_at = ${setAt}::timestamptz where account_number = ${accountNumber}`;

const billOf = async (accountNumber: string, issuedOn: string) => {
  const period = billingPeriod(issuedOn.slice(0, 7));
  await query`insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
      charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${accountNumber}, ${period}, ${`${accountNumber}-${period}`}, ${issuedOn}, ${issuedOn}, 0, 0, 0, 0, 0, 0, false)`;
  return (await findBill(billing.db, accountNumber, period))?.bill?.objectCode;
};

describe('ACCOUNT_CODE_RENEW', () => {
  test('creates a new 8-character code, the same for a repeated request, and writes it to neither audit nor outbox', async () => {
    const { accountNumber } = await makeAccount(billing.db, { objectCode: 'FIRST001' });
    const renewal = { accountNumber, reason: 'asked', requestId: newId() } as const;
    const { code, codeChangedAt } = await billing.ask(ACCOUNT_CODE_RENEW, renewal);
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
    expect(codeChangedAt).toBe('2026-11-20T10:00:00.000Z');
    expect(await billing.ask(ACCOUNT_CODE_RENEW, renewal)).toEqual({ code, codeChangedAt });
    const another = await billing.ask(ACCOUNT_CODE_RENEW, { ...renewal, requestId: newId() });
    expect(another.code).not.toBe(code);
    expect((await billing.ask(ACCOUNT_CODE_RENEW, renewal)).code).toBe(another.code);
    const rows = await query<{ payload: string }>`
      select payload::text as payload from billing.outbox_event where account_number = ${accountNumber}
      union all select after::text from billing.audit_entry where account_number = ${accountNumber}`;
    expect(rows).toHaveLength(4);
    expect(rows.every(({ payload }) => payload === '{"reason": "asked"}')).toBe(true);
  });

  test('does not replace the code of an entity, which is its sign-in code', async () => {
    const entity = { customerType: 'entity', objectCode: 'SVITLO01' } as const;
    const { accountNumber } = await makeAccount(billing.db, entity);
    const renewal = { accountNumber, reason: 'asked', requestId: newId() } as const;
    expect(await billing.call(ACCOUNT_CODE_RENEW, renewal)).toMatchObject({ code: 'common.notFound' });
    expect(await codeOf(accountNumber)).toBe('SVITLO01');
  });
});

test('a bill older than the code does not print it, the next one does', async () => {
  const { accountNumber } = await makeAccount(billing.db, { objectCode: 'FIRST001' });
  expect(await billOf(accountNumber, '2026-10-02')).toBe('FIRST001');
  const renewal = { accountNumber, reason: 'asked', requestId: newId() } as const;
  const { code } = await billing.ask(ACCOUNT_CODE_RENEW, renewal);
  expect(await billOf(accountNumber, '2026-11-20')).toBe('');
  expect(await billOf(accountNumber, '2026-12-02')).toBe(code);
});

test('ACCOUNT_CODES_RENEW replaces codes older than a year, only of households with a contract, in batches', async () => {
  await query`update billing.account set object_code_set_at = '2026-11-01Z'`;
  const [old, older, young, entity, ended] = [
    await makeAccount(billing.db, { objectCode: 'OLD00001' }),
    await makeAccount(billing.db, { objectCode: 'OLDER001' }),
    await makeAccount(billing.db, { objectCode: 'YOUNG001' }),
    await makeAccount(billing.db, { customerType: 'entity', objectCode: 'SVITLO01' }),
    await makeAccount(billing.db, { objectCode: 'ENDED001', contractEndedOn: '2026-01-01' }),
  ].map(({ accountNumber }) => accountNumber);
  await Promise.all([
    ageOf(old ?? '', '2025-11-19T00:00:00Z'),
    ageOf(older ?? '', '2025-01-01T00:00:00Z'),
    ageOf(young ?? '', '2025-11-21T00:00:00Z'),
    ageOf(entity ?? '', '2020-01-01T00:00:00Z'),
    ageOf(ended ?? '', '2020-01-01T00:00:00Z'),
  ]);
  expect(await billing.ask(ACCOUNT_CODES_RENEW, { limit: 1 })).toEqual({ renewed: 1 });
  const codes = [await codeOf(old ?? ''), await codeOf(older ?? '')];
  expect(codes).toEqual(['OLD00001', expect.not.stringContaining('OLDER')]);
  expect(await billing.ask(ACCOUNT_CODES_RENEW, { limit: 10 })).toEqual({ renewed: 1 });
  expect(await billing.ask(ACCOUNT_CODES_RENEW, { limit: 10 })).toEqual({ renewed: 0 });
  const kept = [await codeOf(young ?? ''), await codeOf(entity ?? ''), await codeOf(ended ?? '')];
  expect(kept).toEqual(['YOUNG001', 'SVITLO01', 'ENDED001']);
});
