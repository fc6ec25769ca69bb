import { text } from '#web/app/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/entity/indication`: the meters of the chosen account and their readings. */
export default function EntityIndicationPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.indication} suffix={text.productName} />
    </main>
  );
}
