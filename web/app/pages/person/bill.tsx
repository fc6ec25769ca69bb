import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

/** `/cabinet/person/bills/:period`: the bill of a month. */
export default function BillPage() {
  return (
    <main id="content">
      <PageTitle title={text.pages.bill} suffix={text.productName} />
    </main>
  );
}
