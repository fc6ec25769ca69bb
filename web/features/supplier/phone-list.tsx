import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Company } from './company-type.ts';
import styles from './contact-phones.module.css';
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

/** A toll-free number (0 800). */
const FREE = /^(\+?38)?0\D?800/;

/** The number to call, toll-free if there is one; the others are collapsed below it. */
export function PhoneList({ company, className }: { company: Company; className: string | undefined }) {
  const phones = [
    ...company.phone.map((shown, index) => ({ shown, plain: company.phonePlain[index] ?? shown })),
    ...company.phonemobile.map((shown, index) => ({
      shown,
      plain: company.phonemobilePlain[index] ?? shown,
    })),
  ];
  const first = phones.find(({ shown }) => FREE.test(shown)) ?? phones[0];
  if (!first) return null;
  const others = phones.filter((phone) => phone !== first);
  return (
    <div>
      <a className={className} href={`tel:${first.plain}`}>
        {first.shown}
      </a>
      {others.length > 0 && (
        <Disclosure summary={text.otherPhones}>
          <ul>
            {others.map(({ shown, plain }) => (
              <li key={plain}>
                <a className={className} href={`tel:${plain}`}>
                  {shown}
                </a>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
