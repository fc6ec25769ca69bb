import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

/** `/cabinet/person/indication`: readings of the chosen object. */
export default function IndicationPage() {
  return (
    <main id="content">
      <PageTitle title={text.pages.indication} suffix={text.productName} />
    </main>
  );
}
