import type { CSSProperties } from 'react';
import { nbuQrLimitsOf, nbuSignPart } from '#domain/payments/nbu-qr-picture.ts';
import styles from './nbu-qr.module.css';
import { qrModules, qrPath } from './qr-path.ts';

/** Light modules around the code, as the standard wants them. */
const QUIET = 4;

/** A hryvnia sign on a grid of 24, centred. */
const HRYVNIA =
  'M8 8.2c.6-1.8 2.1-2.9 4.2-2.9c2.4 0 4.1 1.3 4.1 3.3c0 4.300-8.600 3.700-8.600 7.500c0 1.700 1.600 2.800 3.900 2.800c2.200 0 3.700-1 4.400-2.700M5.5 10.3h13M5.5 13.7h13';

interface NbuQrProps {
  /** The address the code carries. */
  payload: string;
  /** What it is for, for those who can't see it. */
  label: string;
}

/** The payment code of the National Bank, format 003 or 002: always dark on white, the hryvnia sign in a white circle in its centre. */
export default function NbuQr({ payload, label }: NbuQrProps) {
  const modules = qrModules(payload, nbuQrLimitsOf(payload));
  const size = modules.length;
  const side = size + 2 * QUIET;
  const badge = size * nbuSignPart;
  return (
    <svg
      className={styles.code}
      style={{ '--side': side } as CSSProperties}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={qrPath(modules, nbuSignPart)} fill="#000" />
      <circle cx={size / 2} cy={size / 2} r={badge / 2} fill="#fff" shapeRendering="auto" />
      <path
        d={HRYVNIA}
        transform={`translate(${size / 2 - badge * 0.42} ${size / 2 - badge * 0.42}) scale(${(badge * 0.84) / 24})`}
        fill="none"
        stroke="#000"
        strokeWidth="2.2"
        strokeLinecap="round"
        shapeRendering="auto"
      />
    </svg>
  );
}
