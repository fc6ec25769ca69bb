import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './sign-in-person.module.css';

/** `/auth`: which way in. */
export default function AuthPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.auth} suffix={text.productName} />
    </main>
  );
}
