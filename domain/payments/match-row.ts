/** What decides whether a row of a bank statement lands an order. Sources: decisions 0049, 0050. */
export interface OrderFacts {
  /** The same row was there before, or more rows are alike than can be payments. */
  readonly isDuplicate: boolean;
  /** The number of the row was there with another sum, payer, purpose or account. */
  readonly differs: boolean;
  /** The sum is below zero: the bank takes a payment back. */
  readonly isReversal: boolean;
  readonly namesOrder: boolean;
  readonly namesSeveralOrders: boolean;
  /** Another row landed the order, an earlier one names it, or it landed by another way. */
  readonly orderLanded: boolean;
  readonly orderReturned: boolean;
  readonly hasOtherSum: boolean;
}

/** What decides about a row that names no order and is no duplicate. */
export interface NamedFacts {
  /** No account stands alone: the purpose names several that exist. */
  readonly namesSeveralAccounts: boolean;
  readonly hasAccount: boolean;
  /** A column or the purpose names an account, whether it exists or not. */
  readonly namesAccount: boolean;
  readonly namesAct: boolean;
  /** One act that exists is named. */
  readonly hasAct: boolean;
  readonly namesSeveralActs: boolean;
  readonly isActOwed: boolean;
  /** With the rows before it, it is more than is owed for the act. */
  readonly exceedsAct: boolean;
  /** An order of its sum is on its way to the account, or for the act. */
  readonly mayBeInTransit: boolean;
}

/** 'matched.…' books the row by that rule, 'duplicate' leaves it, any other waits for an operator and is why. */
export type OrderVerdict =
  | 'duplicate'
  | 'row.differs'
  | 'row.reversal'
  | 'order.several'
  | 'order.landed'
  | 'order.returned'
  | 'order.amount'
  | 'matched.order';
export type NamedVerdict =
  | 'account.several'
  | 'act.several'
  | 'order.mayBeOnItsWay'
  | 'act.notOwed'
  | 'act.amount'
  | 'matched.act'
  | 'act.unknown'
  | 'matched.account'
  | 'account.unknown'
  | 'account.none';

/** The verdict of a row that was there before or names an order; undefined: neither, `matchNamed` decides. */
export function matchOrder(facts: OrderFacts): OrderVerdict | undefined {
  if (facts.isDuplicate) return 'duplicate';
  if (facts.isReversal) return 'row.reversal';
  if (facts.differs) return 'row.differs';
  if (!facts.namesOrder) return undefined;
  if (facts.namesSeveralOrders) return 'order.several';
  if (facts.orderLanded) return 'order.landed';
  if (facts.orderReturned) return 'order.returned';
  return facts.hasOtherSum ? 'order.amount' : 'matched.order';
}

/** The verdict of a row that names an account or an act, or nothing. */
export function matchNamed(facts: NamedFacts): NamedVerdict {
  if (facts.namesSeveralAccounts) return 'account.several';
  if (facts.namesSeveralActs) return 'act.several';
  if (facts.mayBeInTransit) return 'order.mayBeOnItsWay';
  if (facts.hasAct) {
    if (!facts.isActOwed) return 'act.notOwed';
    return facts.exceedsAct ? 'act.amount' : 'matched.act';
  }
  if (facts.namesAct) return 'act.unknown';
  if (facts.hasAccount) return 'matched.account';
  return facts.namesAccount ? 'account.unknown' : 'account.none';
}

/** Names of facts, in the order in which a decision table counts them: each is a bit of the place of a verdict, from 1. */
export const orderFactNames = [
  'isDuplicate',
  'differs',
  'namesOrder',
  'namesSeveralOrders',
  'orderLanded',
  'orderReturned',
  'hasOtherSum',
  'isReversal',
] as const satisfies readonly (keyof OrderFacts)[];
export const namedFactNames = [
  'namesSeveralAccounts',
  'hasAccount',
  'namesAccount',
  'namesAct',
  'hasAct',
  'namesSeveralActs',
  'isActOwed',
  'exceedsAct',
  'mayBeInTransit',
] as const satisfies readonly (keyof NamedFacts)[];

/**
 * All that a rule decides, for whoever has facts of a million rows and can't call it for each: the verdict of facts stands at
 * the sum of their bits. null: the rule decides nothing.
 */
export function decisionTable<Name extends string, Verdict extends string>(
  names: readonly Name[],
  judge: (facts: Readonly<Record<Name, boolean>>) => Verdict | undefined,
): readonly (Verdict | null)[] {
  return Array.from({ length: 2 ** names.length }, (_, place) => {
    const facts = names.map((name, bit) => [name, (place & (1 << bit)) !== 0] as const);
    return judge(Object.fromEntries(facts) as Record<Name, boolean>) ?? null;
  });
}

/**
 * An order may be the money of a row from the day before the provider's word to ten working days after it, whatever day they
 * begin on: days of the row after the provider's.
 */
export const inTransitDays = { from: -1, to: 14 } as const;
