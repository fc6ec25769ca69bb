/**
 * What is looked at before a closing, in the order of the list: 'noTariff', 'noPrice' and 'notCharged' (the rules failed) stop it;
 * 'lowerValue': a value went back and no roll-over explains it, so nothing is counted up to it;
 * 'negative': recalculations take more than the month charges; 'sudden': far from the same month last year; 'byNorm': no reading
 * and no history; 'noMeter': nothing counts for the account.
 */
export const closingExceptionKinds = [
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

/** How many of the kinds, the first ones, stop a closing. */
const stopping = 3;

/** Whether a closing is refused while an account has this exception. */
export function stopsClosing(kind: ClosingExceptionKind): boolean {
  return closingExceptionKinds.indexOf(kind) < stopping;
}

/**
 * What the charge of an account stands on, the surest first: readings at the end of the month; a reading within it, brought to its
 * end; else an average of last year, of the last actual values, or a norm; 'none': no meter counts for it.
 */
export const chargeGrounds = ['actual', 'brought', 'lastYear', 'lastActual', 'norm', 'none'] as const;
export type ChargeGround = (typeof chargeGrounds)[number];
