/** A seal as a record outside the database names it. */
export interface RecordedSeal {
  readonly chain: string;
  readonly seal: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** A seal in a line of a record: what was the newest at a moment. */
export const sealLine = ({ chain, seal, hash }: RecordedSeal, now: string): string =>
  `${now} svitlo-audit-seal chain=${chain} seal=${seal} hash=${hash}`;

/** The seals in a text: of a record, a log of a syslog server, a mail. Other lines and words are ignored. */
export function readSealLines(text: string): RecordedSeal[] {
  const found = text.matchAll(/svitlo-audit-seal chain=(\w{1,40}) seal=(\d{1,15}) hash=([0-9a-f]{64})\b/g);
  return [...found].map(([, chain = '', seal, hash = '']) => ({ chain, seal: Number(seal), hash }));
}
