import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { ProgramList } from '#web/features/identity/programs/program-list.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/entity/settings/programs`: the programs that act for the company by a token. */
export default function EntityProgramsPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.programs} suffix={text.productName} />
      <SectionTabs />
      <ProgramList />
    </main>
  );
}
