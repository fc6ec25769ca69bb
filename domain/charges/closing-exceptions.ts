import { type Kopiykas, kopiykas, zeroMoney } from '#domain/money.ts';

/**
 * What is looked at before a closing, in the order of the list: 'underReview': readings that no operator has decided yet, so that the
 * month is charged by an average; 'noTariff', 'noPrice' and 'notCharged' (the rules failed) stop it;
 * 'lowerValue': a value went back and no roll-over explains it, so nothing is counted up to it;
 * 'negative': recalculations take more than the month charges; 'sudden': far from the same month last year; 'byNorm': no reading
 * and no history; 'noMeter': nothing counts for the account.
 */
export const closingExceptionKinds = [
  'underReview',
  'noTariff',
  'noPrice',
  'notCharged',
  'lowerValue',
  'negative',
  'sudden',
  'byNorm',
  'noMeter',
] as const;
export type ClosingExceptionKind = (typeof closingExceptionKinds)[number];

/** Exceptions of one kind that a run keeps; all of them are counted. */
export const maxExceptionsOfKind = 10_000;
/** The most that a run keeps, and so a file of all of them. */
export const maxKeptExceptions = closingExceptionKinds.length * maxExceptionsOfKind;

const stoppingKinds: ReadonlySet<ClosingExceptionKind> = new Set(['noTariff', 'noPrice', 'notCharged']);

/** Whether a closing is refused while an account has this exception. */
export function stopsClosing(kind: ClosingExceptionKind): boolean {
  return stoppingKinds.has(kind);
}

/**
 * What the charge of an account stands on, the surest first: readings at the end of the month; a reading within it, brought to its
 * end; else an average of last year, of the last actual values, or a norm; 'none': no meter counts for it.
 */
export const chargeGrounds = ['actual', 'brought', 'lastYear', 'lastActual', 'norm', 'none'] as const;
export type ChargeGround = (typeof chargeGrounds)[number];

/**
 * Why a dry run no longer says what its closing would come to: it was made before the month was over, or something that the charges
 * stand on has changed since.
 */
export const staleCauses = ['monthNotOver', 'readings', 'rules', 'prices', 'masterData', 'import'] as const;
export type StaleCause = (typeof staleCauses)[number];

/** Changes that are counted; beyond them the number is a lower bound. */
export const maxCountedChanges = 10_000;

/** What a part of the energy of an account costs of all that it is charged, rounded half up. */
export function shareOfCharge(charged: Kopiykas, partWh: number, wholeWh: number): Kopiykas {
  if (wholeWh === 0) return zeroMoney;
  const whole = BigInt(wholeWh);
  return kopiykas((2n * charged * BigInt(partWh) + whole) / (2n * whole));
}
