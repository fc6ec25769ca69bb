import { Link, useNavigate } from '@tanstack/react-router';
import { ContactPhones } from '#web/features/company/contact-phones.tsx';
import { text as home } from '#web/features/home/text.ts';
import { AddObjectForm } from '#web/features/objects/add-object-form.tsx';
import { AddObjectHelp } from '#web/features/objects/add-object-help.tsx';
import { text } from '#web/features/objects/add-object-text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { arrowLeft } from '#web/ui/icons.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './add-apart.module.css';
import sky from './home.module.css';

/** `/cabinet/person/add-apart`: puts an object into the cabinet; shown to a person who has none. */
export default function AddApartPage() {
  const navigate = useNavigate();
  const hasObjects = useSessionStore((state) => state.person.accounts.length > 0);
  const showObject = (account: string) => {
    navigate({ to: '/cabinet/person', search: { account }, replace: true }).catch(() => undefined);
  };
  return (
    <main id="content">
      <div className={sky.sky} data-tone="dusk">
        <div className={sky.inner}>
          <div className={sky.head}>
            <PageTitle title={text.addTitle} suffix={home.product} />
            <p className={sky.address}>{hasObjects ? text.addMoreLead : text.addLead}</p>
          </div>
        </div>
      </div>
      <div className={styles.page}>
        {hasObjects && (
          <p className={styles.back}>
            <Link to="/cabinet/person">
              <Icon drawing={arrowLeft} />
              {text.backToObjects}
            </Link>
          </p>
        )}
        <AddObjectHelp form={<AddObjectForm onAdded={showObject} />} phones={<ContactPhones />} />
      </div>
    </main>
  );
}
