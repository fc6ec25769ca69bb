import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/settings/personal-information`: names and consents of a person. */
export default function PersonalInformationPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.personal} suffix={text.productName} />
    </main>
  );
}
