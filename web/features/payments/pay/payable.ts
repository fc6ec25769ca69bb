import type { personBalance } from '#contract/balance.ts';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import type { startPayment } from '#contract/payments/payments.ts';
import type { PayPurpose } from '../pay-purpose.ts';

type Balance = OutputOf<typeof personBalance>['balance'];
export type PaymentPart = NonNullable<InputOf<typeof startPayment>['also']>[number];

/** One payable: the energy of an account, or one of its violation acts. */
export interface Payable {
  readonly account: string;
  /** Absent: energy. */
  readonly actNumber?: string | undefined;
  /** The current debt as on the wire; '0.00': none, or not known yet. */
  readonly due: string;
  /** All that is not paid of an act is its upper limit. Absent: no limit, or not known yet. */
  readonly max?: string | undefined;
  /** The last day of payment, where known. */
  readonly dueOn?: string | undefined;
  /**
   * The initial value of the field; absent: the debt. Set when the form was opened for this payable, so it is chosen.
   */
  readonly opened?: string | undefined;
}

const nothing = '0.00';

export const keyOf = ({ account, actNumber }: Pick<Payable, 'account' | 'actNumber'>) =>
  actNumber === undefined ? account : `${account} ${actNumber}`;

export const isSome = (sum: string) => /[1-9]/.test(sum);

/** The payables that a payment form was opened for. */
export function openedPayables(account: string, purpose: PayPurpose): readonly Payable[] {
  switch (purpose.kind) {
    case 'energy':
      return [{ account, due: purpose.due, opened: purpose.due }];
    case 'violationAct': {
      const { actNumber, sum, unpaid } = purpose;
      return [{ account, actNumber, due: sum, max: unpaid, opened: sum }];
    }
    case 'again':
      return purpose.parts.map((part) => ({
        account: part.account,
        actNumber: part.actNumber ?? undefined,
        due: nothing,
        opened: part.sum,
      }));
  }
}

/** The debts of an account: energy first, then each act. */
export function payablesOf(account: string, balance: Balance): readonly Payable[] {
  const energy = isSome(balance.debet) ? [{ account, due: balance.debet }] : [];
  const acts = balance.debetAct.items
    .filter(({ sum }) => isSome(sum))
    .map(({ number, sum, unpaid, due }) => ({
      account,
      actNumber: number,
      due: sum,
      max: unpaid,
      dueOn: due ?? undefined,
    }));
  return [...energy, ...acts];
}

/** The opened payables first, with their current debt; then all other debts. */
export function joinPayables(opened: readonly Payable[], owed: readonly Payable[]): readonly Payable[] {
  const owedOf = new Map(owed.map((payable) => [keyOf(payable), payable]));
  const openedKeys = new Set(opened.map(keyOf));
  return [
    ...opened.map((payable) => ({ ...payable, ...owedOf.get(keyOf(payable)) })),
    ...owed.filter((payable) => !openedKeys.has(keyOf(payable))),
  ];
}

/** A payable with its sum, as in the call. */
export function partOf(
  { account, actNumber }: Pick<Payable, 'account' | 'actNumber'>,
  sum: string,
  period?: string,
): PaymentPart {
  if (actNumber !== undefined) return { account, purpose: 'violationAct', actNumber, sum };
  return { account, purpose: 'energy', ...(period !== undefined && { period }), sum };
}
