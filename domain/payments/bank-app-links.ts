import { nbuQrPrefix } from './nbu-qr-fields.ts';

/** Addresses under which the apps of banks take what follows the prefix of a payment code (facts 4.2). */
const prefixOf = {
  privat24: 'https://www.privat24.ua/rd/send_qr/nbu/',
  monobank: 'https://mbnk.app/qr/',
  pumb: 'https://mobile-app.pumb.ua/bank.gov.ua/qr/',
  raiffeisen: 'https://my-raif.apps.raiffeisen.ua/qr?payload=',
} as const;

export type BankApp = keyof typeof prefixOf;

/** Addresses that open a payment code of format 003 in the apps of banks; none for another code. */
export function bankAppLinks(url: string): { bank: BankApp; url: string }[] {
  const prefix = nbuQrPrefix['003'];
  if (!url.startsWith(prefix)) return [];
  const payload = url.slice(prefix.length);
  return (Object.keys(prefixOf) as BankApp[]).map((bank) => ({ bank, url: prefixOf[bank] + payload }));
}
