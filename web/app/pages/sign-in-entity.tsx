import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './sign-in-person.module.css';

/** `/sign-in/entity`: the way in for companies. */
export default function SignInEntityPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.signInEntity} suffix={text.productName} />
    </main>
  );
}
