import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { text } from '#web/app/text.ts';
import { LawList } from '#web/features/directory/laws/law-list.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const path = '/cabinet/entity/directory/laws';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/entity/directory/laws?q=`. */
export default function EntityLawsPage() {
  const { q = '', ...rest } = route.useSearch();
  const navigate = useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.laws} suffix={text.productName} />
      <SectionTabs />
      <LawList
        term={q}
        onTerm={(term) =>
          void navigate({ to: path, search: term ? { ...rest, q: term } : rest, replace: true })
        }
      />
    </main>
  );
}
