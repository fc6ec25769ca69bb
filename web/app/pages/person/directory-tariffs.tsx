import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { text } from '#web/app/text.ts';
import { TariffPanel } from '#web/features/tariffs/tariff-panel.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './pages.module.css';

const path = '/cabinet/person/directory/tariff-history';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/person/directory/tariff-history?year=&zone=`. */
export default function DirectoryTariffsPage() {
  const { year, zone, ...rest } = route.useSearch();
  const account = useSessionStore((state) => state.person.account);
  const navigate = useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.tariffs} suffix={text.productName} />
      <SectionTabs />
      <TariffPanel
        account={account}
        filter={{ ...(year ? { year } : {}), ...(zone ? { zone } : {}) }}
        onFilter={(filter) => void navigate({ to: path, search: { ...rest, ...filter } })}
      />
    </main>
  );
}
