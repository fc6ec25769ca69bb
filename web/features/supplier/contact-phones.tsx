import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './contact-phones.module.css';
import { PhoneList } from './phone-list.tsx';
import { text } from './text.ts';
import { reloadCompany, useCompany } from './use-company.ts';

/** The phones of the contact centre, as links. */
export function ContactPhones() {
  const loaded = useCompany();
  if (loaded.state === 'failed') {
    return (
      <div className={styles.failed}>
        <p>{text.loadFailed}</p>
        <Button onClick={reloadCompany}>{text.retry}</Button>
      </div>
    );
  }
  if (loaded.state !== 'ready') {
    return (
      <p className={styles.phone}>
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton shape="short" />
      </p>
    );
  }
  return <PhoneList company={loaded.company} className={styles.phone} />;
}
