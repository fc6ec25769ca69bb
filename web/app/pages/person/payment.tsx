import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

/** `/cabinet/person/payments/:paymentId`: where a payment stands. */
export default function PaymentPage() {
  return (
    <main id="content">
      <PageTitle title={text.pages.payment} suffix={text.productName} />
    </main>
  );
}
