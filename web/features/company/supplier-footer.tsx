import styles from './supplier-footer.module.css';
import { text } from './text.ts';
import { useCompany } from './use-company.ts';

/** The foot of every page: who supplies, where, how to call. Defaults stand until the supplier's own data are there. */
export function SupplierFooter() {
  const loaded = useCompany();
  const known = loaded.state === 'ready' && loaded.company.urlmain ? loaded.company : undefined;
  const isWaiting = loaded.state === 'idle' || loaded.state === 'loading';
  return (
    <footer className={styles.footer} data-waiting={isWaiting ? '' : undefined}>
      <div className={styles.inner}>
        <p className={styles.name}>
          {known ? <a href={known.urlmain}>{known.organization}</a> : text.defaultName}
          <span className={styles.address}>{known?.address ?? text.defaultAddress}</span>
        </p>
        {known && (
          <ul className={styles.phones}>
            {known.phone.map((phone, index) => (
              <li key={phone}>
                <a href={`tel:${known.phonePlain[index] ?? phone}`}>{phone}</a>
              </li>
            ))}
            {known.phonemobile.map((phone, index) => (
              <li key={phone}>
                <a href={`tel:${known.phonemobilePlain[index] ?? phone}`}>{phone}</a>
              </li>
            ))}
            {known.email && (
              <li>
                <a href={`mailto:${known.email}`}>{known.email}</a>
              </li>
            )}
          </ul>
        )}
      </div>
    </footer>
  );
}
