import type { personBalance } from '#contract/balance.ts';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import type { startPayment } from '#contract/payments.ts';
import type { PayPurpose } from './pay-purpose.ts';

type Balance = OutputOf<typeof personBalance>['balance'];
export type PaymentPart = NonNullable<InputOf<typeof startPayment>['also']>[number];

/** One thing that can be paid: the energy of an account, or one of its violation acts. */
export interface Payable {
  readonly account: string;
  /** Absent: energy. */
  readonly actNumber?: string | undefined;
  /** What is to be paid for it now, as calls carry it; '0.00': nothing, or not known yet. */
  readonly due: string;
  /** An act takes no more than is owed for it. Absent: no such limit, or not known yet. */
  readonly most?: string | undefined;
  /** The last day of payment, where it is known. */
  readonly dueOn?: string | undefined;
  /** What stands in its field at first; absent: what is due. The payment was opened for it, so it is chosen. */
  readonly opened?: string | undefined;
}

const nothing = '0.00';

export const keyOf = ({ account, actNumber }: Pick<Payable, 'account' | 'actNumber'>) =>
  actNumber === undefined ? account : `${account} ${actNumber}`;

export const isSome = (sum: string) => /[1-9]/.test(sum);

/** What a payment was opened for. */
export function openedPayables(account: string, purpose: PayPurpose): readonly Payable[] {
  switch (purpose.kind) {
    case 'energy':
      return [{ account, due: purpose.due, opened: purpose.due }];
    case 'violationAct': {
      const { actNumber, sum } = purpose;
      return [{ account, actNumber, due: sum, most: sum, opened: sum }];
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

/** What is owed in an account: energy first, then its acts, each apart. */
export function payablesOf(account: string, balance: Balance): readonly Payable[] {
  const energy = isSome(balance.debet) ? [{ account, due: balance.debet }] : [];
  const acts = balance.debetAct.items
    .filter(({ sum }) => isSome(sum))
    .map(({ number, sum, due }) => ({
      account,
      actNumber: number,
      due: sum,
      most: sum,
      dueOn: due ?? undefined,
    }));
  return [...energy, ...acts];
}

/** What was opened comes first, with what is known of it by now; then everything else that is owed. */
export function joinPayables(opened: readonly Payable[], owed: readonly Payable[]): readonly Payable[] {
  const owedOf = new Map(owed.map((payable) => [keyOf(payable), payable]));
  const openedKeys = new Set(opened.map(keyOf));
  return [
    ...opened.map((payable) => ({ ...payable, ...owedOf.get(keyOf(payable)) })),
    ...owed.filter((payable) => !openedKeys.has(keyOf(payable))),
  ];
}

/** A sum for something to be paid, as the call takes it. */
export function partOf(
  { account, actNumber }: Pick<Payable, 'account' | 'actNumber'>,
  sum: string,
  period?: string,
): PaymentPart {
  if (actNumber !== undefined) return { account, purpose: 'violationAct', actNumber, sum };
  return { account, purpose: 'energy', ...(period !== undefined && { period }), sum };
}
