import { getRouteApi } from '@tanstack/react-router';
import { PaymentPageView } from '#web/app/page-parts/payment-page-view.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/payments/$paymentId');

/**
 * `/cabinet/person/payments/:paymentId?of=&again=`: status of a payment of the chosen or another own object; `again` opens
 * the payment dialog with the same purpose.
 */
export default function PaymentPage() {
  const { paymentId } = route.useParams();
  const { of, again } = route.useSearch();
  const { account: chosen, accounts } = useSessionStore((state) => state.person);
  const account = accounts.find((item) => item.account === of)?.account ?? chosen;
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.payment} suffix={text.productName} />
      <PaymentPageView
        cabinet="person"
        account={account}
        paymentId={paymentId}
        isAgain={again !== undefined}
      />
    </main>
  );
}
