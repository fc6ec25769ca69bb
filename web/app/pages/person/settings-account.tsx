import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/settings/account`: phone, e-mail, password, second factor and devices of a person. */
export default function PersonAccountPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.account} suffix={text.productName} />
    </main>
  );
}
