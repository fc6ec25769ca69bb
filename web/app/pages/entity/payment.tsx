import { getRouteApi } from '@tanstack/react-router';
import { PaymentPageView } from '#web/app/page-parts/payment-page-view.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/payments/$paymentId');

/**
 * `/cabinet/entity/payments/:paymentId?of=&again=`: status of a payment of the chosen or another account of the entity;
 * `again` opens the payment form with the same purpose.
 */
export default function EntityPaymentPage() {
  const { paymentId } = route.useParams();
  const { of, again } = route.useSearch();
  const { accounts, user } = useSessionStore((state) => state.entity);
  const account = accounts.find((item) => item.account === of)?.account ?? user.account;
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.payment} suffix={text.productName} />
      <PaymentPageView
        cabinet="entity"
        account={account}
        paymentId={paymentId}
        isAgain={again !== undefined}
      />
    </main>
  );
}
