/** What a scan says of a file; 'notScanned': this installation has no scanner; 'unavailable': there was no answer. */
export type ScanResult = 'clean' | 'infected' | 'notScanned' | 'unavailable';

/** A scanner of files that come from customers and staff. */
export interface Antivirus {
  /** Whether this installation has one. */
  readonly isOn: boolean;
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanResult>;
}
