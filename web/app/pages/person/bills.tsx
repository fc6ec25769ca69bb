import { Link } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { BillList } from '#web/features/bills/bill-list.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/bills`: the bills of the chosen object by month. */
export default function BillsPage() {
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.bills} suffix={text.productName} />
      <BillList
        account={account}
        linkTo={(period, row) => (
          <Link to="/cabinet/person/bills/$period" params={{ period }}>
            {row}
          </Link>
        )}
      />
    </main>
  );
}
