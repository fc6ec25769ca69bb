import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './sign-in-person.module.css';

/** `/admin`: the way in for staff. */
export default function AdminSignInPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.adminSignIn} suffix={text.productName} />
    </main>
  );
}
