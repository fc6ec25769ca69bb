import { instantFromIso } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';

const months = [
  'січень',
  'лютий',
  'березень',
  'квітень',
  'травень',
  'червень',
  'липень',
  'серпень',
  'вересень',
  'жовтень',
  'листопад',
  'грудень',
] as const;

/** "жовтень" of "2026-10". */
export function monthName(period: string): string {
  return months[Number(period.slice(5)) - 1] ?? '';
}

/** "жовтень 2026 року" of "2026-10". */
export function monthOfYear(period: string): string {
  return `${monthName(period)} ${period.slice(0, 4)} року`;
}

/** "жов" of "2026-10". */
export function shortMonth(period: string): string {
  return monthName(period).slice(0, 3);
}

/** "31.10.2026" of a date on the wire. */
export function dateText(date: string): string {
  return formatDate(date as LocalDate);
}

/** "31.10.2026, 12:05" in Kyiv, of a moment on the wire. */
export function momentText(moment: string): string {
  const { date, hour, minute } = kyivTimeOf(instantFromIso(moment));
  return `${formatDate(date)}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Phones and addresses with numbers that don't fall apart at the end of a line. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[\d(])/g, '\u00a0');
}

/** "UA11 3052 9900 …": an IBAN as people read it. */
export function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1\u00a0');
}

const providerNames: Readonly<Record<string, string>> = {
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
};

/** The name of a way to pay; money that came past the cabinet came through a bank. */
export function providerName(provider: string): string {
  return providerNames[provider] ?? 'банк';
}
