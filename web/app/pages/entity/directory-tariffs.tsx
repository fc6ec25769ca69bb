import { getRouteApi } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { priceSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { PricePanel } from '#web/features/tariffs/prices/price-panel.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/directory/tariff-history');

/** `/cabinet/entity/directory/tariff-history?kind=&class=&year=`: the price of a kWh and its parts. */
export default function EntityPricesPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.prices} suffix={text.productName} />
      <SectionTabs />
      <PricePanel
        key={account}
        account={account}
        filter={readSearch(priceSearch, route.useSearch())}
        onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
      />
    </main>
  );
}
