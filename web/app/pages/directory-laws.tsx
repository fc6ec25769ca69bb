import { useNavigate, useSearch } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { LawList } from '#web/features/directory/laws/law-list.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './person/pages.module.css';

/** `/cabinet/person/directory/laws?q=` and `/cabinet/entity/directory/laws?q=`. */
export default function DirectoryLawsPage() {
  const { q = '', ...rest } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.laws} suffix={text.productName} />
      <SectionTabs />
      <LawList
        term={q}
        onTerm={(term) =>
          void navigate({ to: '.', search: term ? { ...rest, q: term } : rest, replace: true })
        }
      />
    </main>
  );
}
