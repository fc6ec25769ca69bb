import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { GuidePanel } from '#web/features/directory/guide/guide-panel.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { SupplierCard } from '#web/features/supplier/supplier-card.tsx';
import { useCompany } from '#web/features/supplier/use-company.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './person/pages.module.css';

/** `/cabinet/person/directory/guide?q=` and `/cabinet/entity/directory/guide?q=`; the fragment is the name of the article to open. */
export default function DirectoryGuidePage() {
  const { q = '', ...rest } = useSearch({ strict: false });
  const slug = useRouterState({ select: (state) => state.location.hash });
  const navigate = useNavigate();
  const supplier = useCompany();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.guide} suffix={text.productName} />
      <SectionTabs />
      <GuidePanel
        term={q}
        onTerm={(term) =>
          void navigate({ to: '.', search: term ? { ...rest, q: term } : rest, replace: true })
        }
        slug={slug}
        phones={<ContactPhones />}
      />
      {supplier.state === 'ready' && <SupplierCard company={supplier.company} />}
    </main>
  );
}
