import { nbuQrPrefix } from './nbu-qr-fields.ts';

/** How much of a picture may be covered: a quarter, a seventh, a fourteenth of it. */
export type QrLevel = 'quartile' | 'medium' | 'low';

/** What a QR code may look like; the levels in the order in which they are tried. */
export interface QrLimits {
  readonly levels: readonly QrLevel[];
  readonly leastVersion: number;
  readonly mostVersion: number;
}

/**
 * What the National Bank allows the picture of a payment code (facts 4.1, 4.2): format 003 level Q or M and versions 10 to
 * 17, format 002 level M or L and versions up to 15. The strongest level that fits is taken, for a sign covers the centre.
 */
export const nbuQrLimits = {
  '002': { levels: ['medium', 'low'], leastVersion: 1, mostVersion: 15 },
  '003': { levels: ['quartile', 'medium'], leastVersion: 10, mostVersion: 17 },
} as const satisfies Record<keyof typeof nbuQrPrefix, QrLimits>;

/** The limits by the address that the code carries. */
export function nbuQrLimitsOf(url: string): QrLimits {
  return nbuQrLimits[url.startsWith(nbuQrPrefix['002']) ? '002' : '003'];
}

/** Part of the side that the white circle with the hryvnia sign takes: about 3 % of the modules (facts 4.2). */
export const nbuSignPart = 0.2;
