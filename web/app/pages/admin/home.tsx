import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/admin`: how many customers have a cabinet. */
export default function AdminHomePage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.adminHome} suffix={text.productName} />
    </main>
  );
}
