import { qrModules, qrPath } from '#web/lib/payment-code/qr-path.ts';
import styles from './totp-qr.module.css';

/** Quiet zone of a QR code in modules, by the standard. */
const QUIET = 4;

interface TotpQrProps {
  payload: string;
  /** The text alternative. */
  label: string;
}

/** The secret as a QR code, always dark on white. */
export default function TotpQr({ payload, label }: TotpQrProps) {
  const modules = qrModules(payload);
  const side = modules.length + 2 * QUIET;
  return (
    <svg
      className={styles.code}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={qrPath(modules)} fill="#000" />
    </svg>
  );
}
