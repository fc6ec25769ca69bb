import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/entity`: the accounts of a company, to choose from. */
export default function EntityHomePage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.entityHome} suffix={text.productName} />
    </main>
  );
}
