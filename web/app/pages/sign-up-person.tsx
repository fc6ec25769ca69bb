import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './sign-in-person.module.css';

/** `/sign-up/person`: a new cabinet for a household. */
export default function SignUpPersonPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.signUpPerson} suffix={text.productName} />
    </main>
  );
}
