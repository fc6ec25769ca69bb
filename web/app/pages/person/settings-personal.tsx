import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { ConsentsCard } from '#web/features/identity/settings/consents-card.tsx';
import { ContactsCard } from '#web/features/identity/settings/contacts-card.tsx';
import { NamesCard } from '#web/features/identity/settings/names-card.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../settings.module.css';

/** `/cabinet/person/settings/personal-information`: names, e-mail and consents of a person. */
export default function PersonalInformationPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.personal} suffix={text.productName} />
      <SectionTabs />
      <NamesCard />
      <ContactsCard kinds={['email']} />
      <ConsentsCard />
    </main>
  );
}
