import { getRouteApi, Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { CalculationView } from '#web/features/charges/calculation-view.tsx';
import { text as words } from '#web/features/charges/text.ts';
import { ReadingWay } from '#web/features/readings/brief-reading.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { showMonthName, showPeriod } from '#web/lib/format.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/calculation');

/** `/cabinet/person/calculation?date=`: charges of the chosen object for the month of that day so far. */
export default function CalculationPage() {
  const { date } = route.useSearch();
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.calculation} suffix={text.productName} />
      <SectionTabs />
      <CalculationView
        key={account}
        account={account}
        date={date}
        linkToMonth={(period, day, isCurrent) => (
          <Link
            to="/cabinet/person/calculation"
            search={{ date: day }}
            aria-current={isCurrent ? 'page' : undefined}
            resetScroll={false}
          >
            {showPeriod(period)}
          </Link>
        )}
        ways={{
          bill: (period) => (
            <Link to="/cabinet/person/bills/$period" params={{ period }} className={buttonClass('ink')}>
              {formatText(words.openBill, { month: showMonthName(period) })}
            </Link>
          ),
          bills: (
            <Link to="/cabinet/person/bills" className={buttonClass('quiet')}>
              {words.allBills}
            </Link>
          ),
          readings: <ReadingWay account={account} />,
          phones: <ContactPhones />,
        }}
      />
    </main>
  );
}
