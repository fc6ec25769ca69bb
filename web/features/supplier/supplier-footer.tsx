import { PhoneList } from './phone-list.tsx';
import styles from './supplier-footer.module.css';
import { text } from './text.ts';
import { useCompany } from './use-company.ts';

/** The footer of every page: the supplier's name, address and phones. Shows defaults until they are loaded. */
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
          <a href="/legal">{text.legal}</a> · <a href="/status">{text.status}</a>
        </p>
        {known && (
          <div className={styles.phones}>
            <PhoneList company={known} className={styles.contact} />
            {known.email && (
              <a className={styles.contact} href={`mailto:${known.email}`}>
                {known.email}
              </a>
            )}
          </div>
        )}
      </div>
    </footer>
  );
}
