import { Link } from '@tanstack/react-router';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import { text } from '#web/app/text.ts';
import { PaymentView } from '#web/features/payments/payment-view.tsx';
import { text as cabinetText } from '#web/lib/cabinet-text.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Cabinet, PaymentLink } from './payment-link.tsx';

const payPanel = chunk(() => import('#web/features/payments/pay/pay-form.tsx'));

interface PaymentPageViewProps {
  cabinet: Cabinet;
  account: string;
  paymentId: string;
  isAgain: boolean;
}

/** The status of a payment, its way, the form that repeats it. */
export function PaymentPageView({ cabinet, account, paymentId, isAgain }: PaymentPageViewProps) {
  return (
    <PaymentView
      key={`${account} ${paymentId}`}
      account={account}
      paymentId={paymentId}
      isAgain={isAgain}
      payPanel={(purpose, close) => (
        <ChunkPart chunk={payPanel} waiting={<Skeleton shape="tile" />} failedTitle={cabinetText.payFailed}>
          {({ PayPanel }) => <PayPanel account={account} purpose={purpose} onCancel={close} />}
        </ChunkPart>
      )}
      linkTo={(part, words) => (
        <PaymentLink cabinet={cabinet} paymentId={part.paymentId} of={part.account}>
          {words}
        </PaymentLink>
      )}
      links={
        <Link
          to={cabinet === 'entity' ? '/cabinet/entity/bills/balance' : '/cabinet/person'}
          className={buttonClass('quiet')}
        >
          {cabinet === 'entity' ? text.toBalance : text.toHome}
        </Link>
      }
    />
  );
}
