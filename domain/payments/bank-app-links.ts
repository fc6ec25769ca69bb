import { nbuQrPrefix } from './nbu-qr-fields.ts';

/** URL prefixes of bank apps, followed by the payload of a payment code (facts 4.2). */
const prefixOf = {
  privat24: 'https://www.privat24.ua/rd/send_qr/nbu/',
  monobank: 'https://mbnk.app/qr/',
  pumb: 'https://mobile-app.pumb.ua/bank.gov.ua/qr/',
  raiffeisen: 'https://my-raif.apps.raiffeisen.ua/qr?payload=',
} as const;

export type BankApp = keyof typeof prefixOf;

/** Links that open a payment code of format 003 in bank apps; empty for another code. */
export function bankAppLinks(url: string): { bank: BankApp; url: string }[] {
  const prefix = nbuQrPrefix['003'];
  if (!url.startsWith(prefix)) return [];
  const payload = url.slice(prefix.length);
  return (Object.keys(prefixOf) as BankApp[]).map((bank) => ({ bank, url: prefixOf[bank] + payload }));
}
