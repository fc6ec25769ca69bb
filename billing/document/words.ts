import { tableOf } from '#domain/table-of.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { formatMoment } from '#domain/time/kyiv.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { monthName, monthWords } from '#domain/time/month-names.template.ts';

/** "2026-10" → "жовтень 2026 року". */
export function monthOfYear(period: string): string {
  return `${monthWords(period)} року`;
}

/** "2026-10" → "жов". */
export function shortMonth(period: string): string {
  return monthName(period).slice(0, 3);
}

/** Wire date → "31.10.2026". */
export function dateText(date: string): string {
  return formatDate(date as LocalDate);
}

/** Wire instant → "31.10.2026 12:05" in Kyiv time. */
export function momentText(moment: string): string {
  return formatMoment(instantFromIso(moment));
}

/** Makes spaces before digits and brackets non-breaking, for phones and addresses. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[\d(])/g, '\u00a0');
}

/** Groups an IBAN by four: "UA11 3052 9900 …". */
export function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1\u00a0');
}

const providerNames: Readonly<Record<string, string>> = tableOf({
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
});

/** Name of a payment provider; payments outside the cabinet are named as bank transfers. */
export function providerName(provider: string): string {
  return providerNames[provider] ?? 'банк';
}
