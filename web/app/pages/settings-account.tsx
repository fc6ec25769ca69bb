import { AccountSettings } from '#web/app/page-parts/account-settings.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './settings.module.css';

/** `/cabinet/person/settings/account`, `/cabinet/entity/settings/account`: contacts, password, second factor, devices. */
export default function AccountPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.account} suffix={text.productName} />
      <SectionTabs />
      <AccountSettings />
    </main>
  );
}
