import { getRouteApi, Link } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { paymentSearch } from '#contract/pages.ts';
import { PaymentLink } from '#web/app/page-parts/payment-link.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { PaymentHistory } from '#web/features/payments/history/payment-history.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/directory/payment-history');

/** `/cabinet/person/directory/payment-history`: payments with date, amount and status. */
export default function DirectoryPaymentsPage() {
  const account = useSessionStore((state) => state.person.account);
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.payments} suffix={text.productName} />
      <SectionTabs />
      <PaymentHistory
        key={account}
        account={account}
        filter={readSearch(paymentSearch, route.useSearch())}
        onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
        linkTo={(paymentId, words) => (
          <PaymentLink cabinet="person" paymentId={paymentId}>
            {words}
          </PaymentLink>
        )}
        againTo={(paymentId, words) => (
          <PaymentLink cabinet="person" paymentId={paymentId} isAgain>
            {words}
          </PaymentLink>
        )}
        payLink={
          <Link to="/cabinet/person/bills" className={buttonClass('quiet')}>
            {pageText.pages.bills}
          </Link>
        }
      />
    </main>
  );
}
