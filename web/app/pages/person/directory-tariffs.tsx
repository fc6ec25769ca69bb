import { getRouteApi } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { tariffSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { TariffPanel } from '#web/features/tariffs/tariff-panel.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/directory/tariff-history');

/** `/cabinet/person/directory/tariff-history?year=&zone=`. */
export default function DirectoryTariffsPage() {
  const filter = readSearch(tariffSearch, route.useSearch());
  const account = useSessionStore((state) => state.person.account);
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.tariffs} suffix={text.productName} />
      <SectionTabs />
      <TariffPanel
        account={account}
        filter={filter}
        onFilter={(chosen) =>
          void navigate({ search: ({ year: _, zone: __, ...rest }) => ({ ...rest, ...chosen }) })
        }
      />
    </main>
  );
}
