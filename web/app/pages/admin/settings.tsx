import { AccountSettings } from '#web/app/page-parts/account-settings.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../settings.module.css';

/** `/cabinet/admin/settings`: password, second factor and devices of an administrator. */
export default function AdminSettingsPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.account} suffix={text.productName} />
      <AccountSettings />
    </main>
  );
}
