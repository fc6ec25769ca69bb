import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { OwnDataPanel } from '#web/features/data-export/own-data-panel.tsx';
import { ArchiveCard } from '#web/features/personal-data/archive-card.tsx';
import { ErasureCard } from '#web/features/personal-data/erasure-card.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../settings.module.css';

/** `/cabinet/person/settings/my-data`. */
export default function SettingsMyDataPage() {
  const { account, accounts } = useSessionStore((state) => state.person);
  const chosen = accounts.find((each) => each.account === account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.myData} suffix={text.productName} />
      <SectionTabs />
      <ArchiveCard />
      <OwnDataPanel key={account} account={account} objectName={chosen?.objectName ?? ''} />
      <ErasureCard />
    </main>
  );
}
