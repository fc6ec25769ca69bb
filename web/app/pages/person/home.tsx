import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

export default function Page() {
  return (
    <main id="content">
      <PageTitle title={text.productName} suffix={text.productName} />
    </main>
  );
}
