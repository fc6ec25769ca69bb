import { getRouteApi, Link } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { PaymentView } from '#web/features/payments/payment-view.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/payments/$paymentId');

/** `/cabinet/person/payments/:paymentId`: where a payment stands. */
export default function PaymentPage() {
  const { paymentId } = route.useParams();
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.payment} suffix={text.productName} />
      <PaymentView
        key={paymentId}
        account={account}
        paymentId={paymentId}
        links={
          <Link to="/cabinet/person" className={buttonClass('quiet')}>
            {text.toHome}
          </Link>
        }
      />
    </main>
  );
}
