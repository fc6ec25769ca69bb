import { useCallback, useState } from 'react';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { actSearch } from '#contract/pages.ts';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { ActsPanel } from '#web/features/violation-acts/acts-panel.tsx';

type ActFilter = SearchOf<typeof actSearch>;

interface ViolationActsProps {
  account: string;
  /** The query of the address. */
  search: Readonly<Record<string, unknown>>;
  onFilter: (filter: ActFilter) => void;
}

/** Violation acts of an account with their payment, in both cabinets. */
export function ViolationActs({ account, search, onFilter }: ViolationActsProps) {
  const [paying, setPaying] = useState<{ account: string; purpose: PayPurpose }>();
  const close = useCallback(() => setPaying(undefined), []);
  return (
    <>
      <ActsPanel
        key={account}
        account={account}
        filter={readSearch(actSearch, search)}
        onFilter={onFilter}
        onPay={({ actNumber, owed, unpaid }) =>
          setPaying({ account, purpose: { kind: 'violationAct', actNumber, sum: owed, unpaid } })
        }
      />
      <PayInDialog
        account={account}
        // A dialog opened for one account must not pay for another.
        purpose={paying?.account === account ? paying.purpose : undefined}
        onClose={close}
      />
    </>
  );
}
