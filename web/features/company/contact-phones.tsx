import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './contact-phones.module.css';
import { text } from './text.ts';
import { reloadCompany, useCompany } from './use-company.ts';

/** The phones of the contact centre, to be pressed. */
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
  const { company } = loaded;
  const phones = [
    ...company.phone.map((shown, index) => ({ shown, plain: company.phonePlain[index] ?? shown })),
    ...company.phonemobile.map((shown, index) => ({
      shown,
      plain: company.phonemobilePlain[index] ?? shown,
    })),
  ];
  return (
    <ul className={styles.list}>
      {phones.map(({ shown, plain }) => (
        <li key={plain}>
          <a className={styles.phone} href={`tel:${plain}`}>
            {shown}
          </a>
        </li>
      ))}
    </ul>
  );
}
