import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';

type ActItem = OutputOf<typeof personBalance>['balance']['debetAct']['items'][number];

/** What the list of objects knows of a balance; sums as they travel. Source: base specification, section 3. */
export interface AccountBalance {
  readonly debet: string;
  readonly credit: string;
  readonly beginDebet: string;
  readonly endDebet: string;
  readonly beginCredit: string;
  readonly ballanceLoaded: boolean;
  /** Debet or credit did not come. */
  readonly ballanceError: boolean;
  /** The unpaid acts. */
  readonly debetAct: { readonly items: readonly ActItem[] };
}

type Sums = Omit<AccountBalance, 'ballanceLoaded' | 'ballanceError' | 'debetAct'>;
type Given = { readonly [Name in keyof Sums]?: string } & Partial<Pick<AccountBalance, 'debetAct'>>;

/** A balance as it is kept: missing values are "0". Source: base specification, section 4. */
export function balanceSet(given: Given): AccountBalance {
  return {
    debet: given.debet || '0',
    credit: given.credit || '0',
    beginDebet: given.beginDebet || '0',
    endDebet: given.endDebet || '0',
    beginCredit: given.beginCredit || '0',
    ballanceLoaded: true,
    ballanceError: !given.debet || !given.credit,
    debetAct: { items: given.debetAct?.items ?? [] },
  };
}
