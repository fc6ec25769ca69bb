import { getRouteApi, Link } from '@tanstack/react-router';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import { text } from '#web/app/text.ts';
import { PaymentView } from '#web/features/payments/payment-view.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/payments/$paymentId');
const payPanel = chunk(() => import('#web/features/payments/pay/pay-form.tsx'));

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
            to="/cabinet/person/payments/$paymentId"
            params={{ paymentId: part.paymentId }}
            search={{ of: part.account }}
          >
            {words}
          </Link>
        )}
        links={
          <Link to="/cabinet/person" className={buttonClass('quiet')}>
            {text.toHome}
          </Link>
        }
      />
    </main>
  );
}
