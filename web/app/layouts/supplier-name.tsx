import { useCompany } from '#web/features/company/use-company.ts';
import styles from './supplier-name.module.css';

/** Whose cabinet this is, beside the mark. */
export function SupplierName() {
  const loaded = useCompany();
  return loaded.state === 'ready' ? <span className={styles.name}>{loaded.company.organization}</span> : null;
}
