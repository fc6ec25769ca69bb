import { lazy, Suspense } from 'react';
import { text } from '../cabinet-text.ts';
import styles from './nbu-qr.module.css';

const NbuQr = lazy(() => import('./nbu-qr.tsx'));

interface PaymentCodeProps {
  /** The address that the code carries. */
  payload: string;
  /** What it is for, for those who can't see it. */
  label: string;
}

/** The payment code of the National Bank; what draws it is loaded when it is first shown, its place is kept meanwhile. */
export function PaymentCode({ payload, label }: PaymentCodeProps) {
  return (
    <Suspense fallback={<div className={styles.place}>{text.qrLoading}</div>}>
      <NbuQr payload={payload} label={label} />
    </Suspense>
  );
}
