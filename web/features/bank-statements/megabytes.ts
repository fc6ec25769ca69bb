import { showNumber } from '#web/lib/format.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes as megabytes with at most one decimal: "1,4", "300". */
export function megabytes(bytes: number): string {
  const tenths = Math.round((bytes / MEGABYTE) * 10);
  const whole = showNumber(Math.floor(tenths / 10));
  return tenths % 10 === 0 ? whole : `${whole},${tenths % 10}`;
}
