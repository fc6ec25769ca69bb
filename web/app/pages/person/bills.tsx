import { Link } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { text as balanceText } from '#web/features/balance/text.ts';
import { UnpaidActsWarning } from '#web/features/balance/unpaid-acts-warning.tsx';
import { BillArchive } from '#web/features/bill-archive/bill-archive.tsx';
import { BillList } from '#web/features/bills/bill-list.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { DocsTabs } from './docs-tabs.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/bills`: the bills of the chosen object by month. */
export default function BillsPage() {
  const { account, accounts } = useSessionStore((state) => state.person);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.bills} suffix={text.productName} />
      <DocsTabs />
      <BillList
        account={account}
        lead={
          <>
            <UnpaidActsWarning
              account={account}
              link={
                <Link to="/cabinet/person/docs/violations" className={buttonClass()}>
                  {balanceText.toActs}
                </Link>
              }
            />
            <BillArchive account={account} objectCount={accounts.length} />
          </>
        }
        linkTo={(period, row) => (
          <Link to="/cabinet/person/bills/$period" params={{ period }}>
            {row}
          </Link>
        )}
      />
    </main>
  );
}
