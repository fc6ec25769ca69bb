import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { SignerPowers } from '#web/features/signatures/signers.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/entity/settings/signers`: who may sign the documents of the company. */
export default function EntitySignersPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.signers} suffix={text.productName} />
      <SectionTabs />
      <SignerPowers account={account} />
    </main>
  );
}
