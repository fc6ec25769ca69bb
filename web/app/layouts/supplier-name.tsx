import { useCompany } from '#web/features/company/use-company.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import styles from './supplier-name.module.css';

/** Whose cabinet this is, beside the mark: the energo office of the site, else the supplier. Not a word before the office is known. */
export function SupplierName() {
  const office = useSessionStore((state) => state.office);
  const loaded = useCompany();
  const organization = loaded.state === 'ready' ? loaded.company.organization : '';
  const name = office === undefined ? '' : office || organization;
  return name ? <span className={styles.name}>{name}</span> : null;
}
