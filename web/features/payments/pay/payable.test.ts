import { expect, test } from 'vitest';
import { balanceFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { joinPayables, openedPayables, partOf, payablesOf } from './payable.ts';

const account = '2390001111';
const act = { number: 'A-1', date: '2026-09-12', sum: '3180.40', unpaid: '9180.40', due: '2026-12-01' };
const balance = { ...balanceFixture, debet: '432.50', debetAct: { items: [act] } };

test('payablesOf lists energy and each act apart', () => {
  expect(payablesOf(account, balance)).toEqual([
    { account, due: '432.50' },
    { account, actNumber: 'A-1', due: '3180.40', max: '9180.40', dueOn: '2026-12-01' },
  ]);
  expect(payablesOf(account, { ...balance, debet: '0', debetAct: { items: [] } })).toEqual([]);
});

test('joinPayables puts the opened payables first without duplicates', () => {
  const ofAct = { actNumber: 'A-1', sum: '3180.40', unpaid: '9180.40' };
  const opened = openedPayables(account, { kind: 'violationAct', ...ofAct });
  expect(opened).toMatchObject([{ due: '3180.40', max: '9180.40' }]);
  const owed = [...payablesOf(account, balance), ...payablesOf('2390001112', balance)];
  expect(joinPayables(opened, owed).map(({ account: of, actNumber }) => [of, actNumber])).toEqual([
    [account, 'A-1'],
    [account, undefined],
    ['2390001112', undefined],
    ['2390001112', 'A-1'],
  ]);
});

test('joinPayables keeps the sums of a repeated payment and adds the current debt', () => {
  const ofEnergy = { account, actNumber: null, sum: '10.00' };
  const parts = [ofEnergy, { account, actNumber: 'A-1', sum: '20.00' }];
  const opened = openedPayables(account, { kind: 'again', parts });
  const joined = joinPayables(opened, payablesOf(account, balance));
  expect(joined).toEqual([
    { account, actNumber: undefined, due: '432.50', opened: '10.00' },
    { account, actNumber: 'A-1', due: '3180.40', max: '9180.40', dueOn: '2026-12-01', opened: '20.00' },
  ]);
});

test('partOf names the act, or the month that energy is paid for first', () => {
  const ofAct = { account, purpose: 'violationAct', actNumber: 'A-1', sum: '20.00' };
  expect(partOf({ account, actNumber: 'A-1' }, '20.00', '2026-10')).toEqual(ofAct);
  expect(partOf({ account }, '20.00', '2026-10')).toMatchObject({ purpose: 'energy', period: '2026-10' });
  expect(partOf({ account }, '20.00')).not.toHaveProperty('period');
});
