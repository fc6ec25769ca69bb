import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { metersQuery } from '#web/features/readings/api.ts';
import { ReadingHistory } from '#web/features/readings/history/reading-history.tsx';
import { ReadingForm } from '#web/features/readings/reading-form.tsx';
import { text as readingsText } from '#web/features/readings/text.ts';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/indication`: the meters of the chosen object, their readings and history. */
export default function IndicationPage() {
  const account = useSessionStore((state) => state.person.account);
  const { data } = useQuery(metersQuery(account));
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.indication} suffix={text.productName} />
      <SectionTabs />
      <ReadingForm key={account} account={account} help={<ContactPhones />} />
      <ReadingHistory
        account={account}
        help={<ContactPhones />}
        openPeriod={data?.window.period}
        all={
          <Link to="/cabinet/person/directory/indicators-history" className={buttonClass('quiet')}>
            {readingsText.allReadings}
          </Link>
        }
      />
    </main>
  );
}
