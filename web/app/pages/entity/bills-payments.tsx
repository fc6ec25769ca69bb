import { getRouteApi, Link } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { paymentSearch } from '#contract/pages.ts';
import { PaymentLink } from '#web/app/page-parts/payment-link.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { AccountLine } from '#web/features/accounts/entity/account-head.tsx';
import { PaymentHistory } from '#web/features/payments/history/payment-history.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/bills/payments');

/** `/cabinet/entity/bills/payments`: payments of the chosen account and what each settled. */
export default function EntityPaymentsPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.payments} suffix={text.productName} />
      <SectionTabs />
      <AccountLine account={account} />
      <PaymentHistory
        key={account}
        account={account}
        hasSettled
        filter={readSearch(paymentSearch, route.useSearch())}
        onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
        linkTo={(paymentId, words) => (
          <PaymentLink cabinet="entity" paymentId={paymentId}>
            {words}
          </PaymentLink>
        )}
        againTo={(paymentId, words) => (
          <PaymentLink cabinet="entity" paymentId={paymentId} isAgain>
            {words}
          </PaymentLink>
        )}
        payLink={
          <Link to="/cabinet/entity/bills/balance" className={buttonClass('quiet')}>
            {text.toBalance}
          </Link>
        }
      />
    </main>
  );
}
