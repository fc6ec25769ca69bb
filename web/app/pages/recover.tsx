import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './sign-in-person.module.css';

/** `/recover`: a new password for one that is forgotten. */
export default function RecoverPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.recover} suffix={text.productName} />
    </main>
  );
}
