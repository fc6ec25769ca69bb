import { showNumber } from '#web/lib/format.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes as megabytes with one decimal: "1,4". */
export function megabytes(bytes: number): string {
  return showNumber(Math.round((bytes / MEGABYTE) * 10) / 10);
}
