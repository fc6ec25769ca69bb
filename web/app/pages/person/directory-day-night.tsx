import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { DayNightPanel } from '#web/features/day-night/day-night-panel.tsx';
import { TariffsOfPeriods } from '#web/features/tariffs/tariffs-of-periods.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const path = '/cabinet/person/directory/day-night';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/person/directory/day-night?month=`. */
export default function DirectoryDayNightPage() {
  const { month, ...rest } = route.useSearch();
  const account = useSessionStore((state) => state.person.account);
  const navigate = useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.dayNight} suffix={text.productName} />
      <SectionTabs />
      <DayNightPanel
        account={account}
        month={month}
        showTariffs={(history, periods) => <TariffsOfPeriods history={history} periods={periods} />}
        onMonth={(chosen) =>
          void navigate({
            to: path,
            search: { ...rest, ...(chosen && { month: chosen }) },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </main>
  );
}
