import styles from './office-list.module.css';
import { text } from './text.ts';
import { useCompany } from './use-company.ts';

/** Where customers are received; nothing while unknown or when there is no office. */
export function OfficeList() {
  const loaded = useCompany();
  const offices = loaded.state === 'ready' ? (loaded.company.offices ?? []) : [];
  if (offices.length === 0) return null;
  return (
    <ul className={styles.offices} aria-label={text.offices}>
      {offices.map(({ name, address, hours, phones }) => (
        <li key={`${name} ${address}`}>
          <p>
            <strong>{name}</strong>
          </p>
          <p>{address}</p>
          <p>{hours}</p>
          {phones.map((phone) => (
            <p key={phone}>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
