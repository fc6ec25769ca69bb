import { ContactPhones } from '#web/features/company/contact-phones.tsx';
import { text as home } from '#web/features/home/text.ts';
import { AddObjectHelp } from '#web/features/objects/add-object-help.tsx';
import { text } from '#web/features/objects/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './add-apart.module.css';
import sky from './home.module.css';

/** `/cabinet/person/add-apart`: what a person without objects needs, and whom to call. */
export default function AddApartPage() {
  return (
    <main id="content">
      <div className={sky.sky} data-tone="dusk">
        <div className={sky.inner}>
          <div className={sky.head}>
            <PageTitle title={text.addTitle} suffix={home.product} />
            <p className={sky.address}>{text.addLead}</p>
          </div>
        </div>
      </div>
      <div className={styles.page}>
        <AddObjectHelp>
          <ContactPhones />
        </AddObjectHelp>
      </div>
    </main>
  );
}
