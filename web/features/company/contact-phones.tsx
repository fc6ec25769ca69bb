import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { companyQuery } from './api.ts';
import styles from './contact-phones.module.css';
import { text } from './text.ts';

/** The phones of the contact centre, to be pressed. */
export function ContactPhones() {
  const { data, isPending, isError, refetch } = useQuery(companyQuery);
  if (isError) {
    return (
      <div className={styles.failed}>
        <p>{text.loadFailed}</p>
        <Button onClick={() => refetch()}>{text.retry}</Button>
      </div>
    );
  }
  if (isPending || !data) {
    return (
      <p className={styles.phone}>
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton shape="short" />
      </p>
    );
  }
  const phones = [
    ...data.phone.map((shown, index) => ({ shown, plain: data.phonePlain[index] ?? shown })),
    ...data.phonemobile.map((shown, index) => ({ shown, plain: data.phonemobilePlain[index] ?? shown })),
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
