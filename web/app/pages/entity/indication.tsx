import { text } from '#web/app/text.ts';
import { AccountHead } from '#web/features/accounts/entity/account-head.tsx';
import { ReadingHistory } from '#web/features/readings/history/reading-history.tsx';
import { ReadingForm } from '#web/features/readings/reading-form.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useCompany } from '#web/features/supplier/use-company.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/entity/indication`: the meters of the chosen account, their readings and history. */
export default function EntityIndicationPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const loaded = useCompany();
  const email = loaded.state === 'ready' ? loaded.company.readingsEmail : '';
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.indication} suffix={text.productName} />
      <AccountHead account={account} />
      <ReadingForm
        key={account}
        account={account}
        supplierEmail={email || undefined}
        help={<ContactPhones />}
      />
      <ReadingHistory account={account} email={email || undefined} help={<ContactPhones />} />
    </main>
  );
}
