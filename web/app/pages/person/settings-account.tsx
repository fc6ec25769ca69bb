import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { AccountSettings } from '../account-settings.tsx';
import styles from '../settings.module.css';
import { SettingsTabs } from './settings-tabs.tsx';

/** `/cabinet/person/settings/account`: phone, e-mail, password, second factor and devices of a person. */
export default function PersonAccountPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.account} suffix={text.productName} />
      <SettingsTabs />
      <AccountSettings />
    </main>
  );
}
