import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './sign-in-person.module.css';

/** `/sign-up/entity`: a new cabinet for a company. */
export default function SignUpEntityPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.signUpEntity} suffix={text.productName} />
    </main>
  );
}
