import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/entity/settings/account`: password, second factor and devices of a company. */
export default function EntityAccountPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.account} suffix={text.productName} />
    </main>
  );
}
