import { Link, useRouter } from '@tanstack/react-router';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { text } from '#web/features/sign-in/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './sign-in-person.module.css';

/** `/sign-in/person`: the way in for households. */
export default function SignInPersonPage() {
  const router = useRouter();
  return (
    <main className={styles.page} id="content">
      <div className={styles.window}>
        <div className={styles.head}>
          <PageTitle title={text.title} suffix={text.product} />
          <p>{text.lead}</p>
        </div>
        <SignInForm onSignedIn={() => router.navigate({ to: '/cabinet/person', replace: true })} />
        <div className={styles.help}>
          <h2>{text.helpTitle}</h2>
          <p>{text.help}</p>
          <Link to="/" hash="contacts">
            {text.back}
          </Link>
        </div>
      </div>
    </main>
  );
}
