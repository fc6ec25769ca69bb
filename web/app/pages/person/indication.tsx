import { useQuery } from '@tanstack/react-query';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { metersQuery } from '#web/features/readings/api.ts';
import { ReadingHistory } from '#web/features/readings/history/reading-history.tsx';
import { ReadingForm } from '#web/features/readings/reading-form.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useCompany } from '#web/features/supplier/use-company.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/indication`: the meters of the chosen object, their readings and history. */
export default function IndicationPage() {
  const account = useSessionStore((state) => state.person.account);
  const loaded = useCompany();
  const { data } = useQuery(metersQuery(account));
  const email = loaded.state === 'ready' ? loaded.company.readingsEmail : '';
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.indication} suffix={text.productName} />
      <SectionTabs />
      <ReadingForm
        key={account}
        account={account}
        supplierEmail={email || undefined}
        help={<ContactPhones />}
      />
      <ReadingHistory account={account} help={<ContactPhones />} openPeriod={data?.window.period} />
    </main>
  );
}
