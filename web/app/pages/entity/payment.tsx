import { getRouteApi, Link } from '@tanstack/react-router';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import { text } from '#web/app/text.ts';
import { PaymentView } from '#web/features/payments/payment-view.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/payments/$paymentId');
const payPanel = chunk(() => import('#web/features/payments/pay/pay-form.tsx'));

/**
 * `/cabinet/entity/payments/:paymentId?of=&again=`: status of a payment of the chosen or another own account; `again` opens
 * the payment dialog with the same purpose.
 */
export default function EntityPaymentPage() {
  const { paymentId } = route.useParams();
  const { of, again } = route.useSearch();
  const { user, accounts } = useSessionStore((state) => state.entity);
  const account = accounts.find((item) => item.account === of)?.account ?? user.account;
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.payment} suffix={text.productName} />
      <PaymentView
        key={`${account} ${paymentId}`}
        account={account}
        paymentId={paymentId}
        isAgain={again !== undefined}
        payPanel={(purpose, close) => (
          <ChunkPart chunk={payPanel} waiting={<Skeleton shape="tile" />} failedTitle={text.payFailed}>
            {({ PayPanel }) => <PayPanel account={account} purpose={purpose} onCancel={close} />}
          </ChunkPart>
        )}
        linkTo={(part, words) => (
          <Link
            to="/cabinet/entity/payments/$paymentId"
            params={{ paymentId: part.paymentId }}
            search={{ of: part.account }}
          >
            {words}
          </Link>
        )}
        links={
          <Link to="/cabinet/entity/bills/balance" className={buttonClass('quiet')}>
            {text.pages.balance}
          </Link>
        }
      />
    </main>
  );
}
