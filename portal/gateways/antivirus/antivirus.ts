/** What a scan says of a file; 'unavailable': there was no answer. */
export type ScanResult = 'clean' | 'infected' | 'unavailable';

/** A scanner of files that come from customers and staff. */
export interface Antivirus {
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanResult>;
}
