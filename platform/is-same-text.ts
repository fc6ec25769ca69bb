import { timingSafeEqual } from 'node:crypto';

/** Whether what came is the right text, compared in constant time: of signatures and keys. */
export function isSameText(given: unknown, right: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
