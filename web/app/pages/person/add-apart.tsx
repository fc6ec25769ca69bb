import { Link, useNavigate } from '@tanstack/react-router';
import { AddObjectForm } from '#web/features/accounts/add-object/add-object-form.tsx';
import { AddObjectHelp } from '#web/features/accounts/add-object/add-object-help.tsx';
import { text } from '#web/features/accounts/add-object/add-object-text.ts';
import { text as home } from '#web/features/home/text.ts';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { arrowLeft } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './add-apart.module.css';
import sky from './home.module.css';

/** `/cabinet/person/add-apart`: adds an object; shown to a person without objects. */
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
        <AddObjectHelp
          form={<AddObjectForm onAdded={showObject} />}
          phones={
            <>
              <ContactPhones />
              {!hasObjects && (
                <p>
                  <Link to="/cabinet/person/tickets" search={{ part: 'new' }}>
                    {text.writeTicket}
                  </Link>
                </p>
              )}
            </>
          }
        />
      </div>
    </main>
  );
}
