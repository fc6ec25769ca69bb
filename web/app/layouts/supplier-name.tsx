import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '#web/features/company/api.ts';
import styles from './supplier-name.module.css';

/** Whose cabinet this is, beside the mark. */
export function SupplierName() {
  const { data } = useQuery(companyQuery);
  return data ? <span className={styles.name}>{data.organization}</span> : null;
}
