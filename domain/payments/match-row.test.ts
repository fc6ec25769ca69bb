import { describe, expect, test } from 'vitest';
import {
  decisionTable,
  matchNamed,
  matchOrder,
  type NamedFacts,
  namedFactNames,
  type OrderFacts,
  orderFactNames,
} from './match-row.ts';

const noOrder: OrderFacts = {
  isDuplicate: false,
  differs: false,
  namesOrder: false,
  namesSeveralOrders: false,
  orderLanded: false,
  orderReturned: false,
  hasOtherSum: false,
  isReversal: false,
};
const nothing: NamedFacts = {
  namesSeveralAccounts: false,
  hasAccount: false,
  namesAccount: false,
  namesAct: false,
  hasAct: false,
  namesSeveralActs: false,
  isActOwed: false,
  exceedsAct: false,
  mayBeInTransit: false,
};
const only = <Facts extends object>(none: Facts, facts: readonly (keyof Facts)[]): Facts => ({
  ...none,
  ...Object.fromEntries(facts.map((name) => [name, true])),
});

describe('matchOrder', () => {
  test.each<[string | undefined, readonly (keyof OrderFacts)[]]>([
    [undefined, []],
    // without an order, nothing else of it counts
    [undefined, ['orderLanded', 'hasOtherSum']],
    ['duplicate', ['isDuplicate']],
    // the same row again lands nothing a second time
    ['duplicate', ['isDuplicate', 'differs', 'namesOrder']],
    ['row.differs', ['differs', 'namesOrder']],
    ['row.reversal', ['isReversal', 'differs', 'namesOrder']],
    ['duplicate', ['isDuplicate', 'isReversal']],
    ['matched.order', ['namesOrder']],
    ['order.several', ['namesOrder', 'namesSeveralOrders', 'orderLanded']],
    ['order.landed', ['namesOrder', 'orderLanded', 'hasOtherSum']],
    ['order.returned', ['namesOrder', 'orderReturned', 'hasOtherSum']],
    ['order.amount', ['namesOrder', 'hasOtherSum']],
  ])('%s: %s', (verdict, facts) => {
    expect(matchOrder(only(noOrder, facts))).toBe(verdict);
  });
});

describe('matchNamed', () => {
  test.each<[string, readonly (keyof NamedFacts)[]]>([
    ['account.none', []],
    ['account.unknown', ['namesAccount']],
    ['matched.account', ['namesAccount', 'hasAccount']],
    ['account.several', ['namesSeveralAccounts', 'namesAccount', 'mayBeInTransit']],
    ['order.mayBeOnItsWay', ['hasAccount', 'namesAccount', 'mayBeInTransit']],
    ['order.mayBeOnItsWay', ['hasAct', 'namesAct', 'isActOwed', 'mayBeInTransit']],
    ['act.unknown', ['namesAct', 'hasAccount', 'namesAccount']],
    ['act.several', ['namesAct', 'namesSeveralActs', 'hasAccount']],
    ['matched.act', ['namesAct', 'hasAct', 'isActOwed']],
    // an act says what the money of a known account is for
    ['matched.act', ['namesAct', 'hasAct', 'isActOwed', 'hasAccount', 'namesAccount']],
    ['act.notOwed', ['namesAct', 'hasAct', 'hasAccount']],
    ['act.notOwed', ['namesAct', 'hasAct', 'exceedsAct']],
    ['act.amount', ['namesAct', 'hasAct', 'isActOwed', 'exceedsAct']],
  ])('%s: %s', (verdict, facts) => {
    expect(matchNamed(only(nothing, facts))).toBe(verdict);
  });

  test('money that may be on its way is never booked', () => {
    for (const [place, verdict] of decisionTable(namedFactNames, matchNamed).entries())
      if ((place & (1 << namedFactNames.indexOf('mayBeInTransit'))) !== 0)
        expect(verdict).not.toMatch(/^matched/);
  });
});

test('a decision table has the verdict of each combination at the sum of its bits', () => {
  const table = decisionTable(orderFactNames, matchOrder);
  expect(table).toHaveLength(2 ** 8);
  expect(table[0]).toBeNull();
  expect(table[0b1]).toBe('duplicate');
  expect(table[0b100]).toBe('matched.order');
  expect(table[0b1000100]).toBe('order.amount');
  expect(decisionTable(namedFactNames, matchNamed)[0b110]).toBe('matched.account');
});
