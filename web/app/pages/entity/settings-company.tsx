import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { CompanyPanel } from '#web/features/contracts/company-panel.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../settings.module.css';

/** `/cabinet/entity/settings/company-information`: codes, bank, signer and terms of the contract. */
export default function EntityCompanyPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.company} suffix={text.productName} />
      <SectionTabs />
      <CompanyPanel account={account} phones={<ContactPhones />} />
    </main>
  );
}
