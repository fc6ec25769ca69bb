import { nbuQrPrefix } from './nbu-qr-fields.ts';

/** Error correction level: a quarter, a seventh or a fourteenth of the picture may be covered. */
type QrLevel = 'quartile' | 'medium' | 'low';

/** Limits of a QR code; levels in the order in which they are tried. */
export interface QrLimits {
  readonly levels: readonly QrLevel[];
  readonly leastVersion: number;
  readonly maxVersion: number;
}

/**
 * Picture of a payment code as allowed by the National Bank (facts 4.1, 4.2): format 003 level Q or M and versions 10
 * to 17, format 002 level M or L and versions up to 15. The strongest level that fits is used, because a sign covers
 * the centre.
 */
export const nbuQrLimits = {
  '002': { levels: ['medium', 'low'], leastVersion: 1, maxVersion: 15 },
  '003': { levels: ['quartile', 'medium'], leastVersion: 10, maxVersion: 17 },
} as const satisfies Record<keyof typeof nbuQrPrefix, QrLimits>;

/** The limits by the URL in the code. */
export function nbuQrLimitsOf(url: string): QrLimits {
  return nbuQrLimits[url.startsWith(nbuQrPrefix['002']) ? '002' : '003'];
}

/** Part of the side covered by the white circle with the hryvnia sign: about 3 % of the modules (facts 4.2). */
export const nbuSignPart = 0.2;
