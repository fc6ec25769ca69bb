import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { tableOf } from '../table-of.ts';
import {
  editableBit,
  type NbuQr,
  type NbuQr003,
  type NbuQrEditable,
  type NbuQrEncoding,
} from './nbu-qr-fields.ts';
import { windows1251Byte } from './windows-1251.ts';

const FIRST_PRINTABLE = 32;
const FORBIDDEN_BYTES: ReadonlySet<number> = new Set([127, 152, 160]);

/** Characters of documents that payment codes do not allow, with their substitutes. */
const substitutes: Readonly<Record<string, string>> = tableOf({
  '\u02bc': '\u2019',
  '\u2011': '-',
  '\u2212': '-',
});

/** Whether a payment code of the NBU may carry the text: Windows-1251 from 32 on except 127, 152, 160 (facts §4.2). */
export function isNbuText(text: string): boolean {
  for (const character of text) if (!isAllowed(character)) return false;
  return true;
}

/**
 * Converts a text to what a payment code may carry: every kind of space and line break becomes one space, the letter
 * apostrophe and odd hyphens their common forms, other foreign characters are dropped; shortened to `maxLength`
 * characters.
 */
export function toNbuText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const allowed = [...text.replace(/\s/gu, ' ')]
    .map((character) => substitutes[character] ?? character)
    .filter(isAllowed)
    .join('');
  return allowed.replace(/ {2,}/g, ' ').trim().slice(0, maxLength).trim();
}

function isAllowed(character: string): boolean {
  const byte = windows1251Byte(character.codePointAt(0) ?? 0);
  return byte !== undefined && byte >= FIRST_PRINTABLE && !FORBIDDEN_BYTES.has(byte);
}

/** Base64url without padding (RFC 4648 §5), as the payment codes of the NBU carry their bytes. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const CURRENCY = 'UAH';
const ALL_LOCKED = 0xffff;
const SECOND = 1000;

/** "UAH432.50", and without a fraction when there are no kopiykas: "UAH3" (facts §4.1). */
export function amountToNbu(amount: Kopiykas): string {
  return CURRENCY + moneyToWire(amount).replace(/\.00$/, '');
}

/** "261231235900" in Kyiv time. */
export function momentToNbu(moment: Instant): string {
  const { date, hour, minute } = kyivTimeOf(moment);
  const second = Math.floor(moment / SECOND) % 60;
  const time = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join('');
  return date.slice(2).replaceAll('-', '') + time;
}

/** Bit N locks field N: "FFFF" locks all, "FEFF" lets the payer change the sum (facts §4.2). The two highest bits are always set. */
export function lockMask(editable: readonly NbuQrEditable[]): string {
  const mask = editable.reduce((bits, field) => bits & ~(1 << editableBit[field]), ALL_LOCKED);
  return mask.toString(16).toUpperCase();
}

type NbuQrField =
  | 'recipient'
  | 'iban'
  | 'amount'
  | 'recipientCode'
  | 'category'
  | 'reference'
  | 'purpose'
  | 'display'
  | 'whole';

/** `shape`: wrong form of the field; `characters`: a character that the format does not allow. */
export type NbuQrProblem = { field: NbuQrField; reason: 'required' | 'tooLong' | 'characters' | 'shape' };

const IBAN = /^UA\d{27}$/;
const CATEGORY = /^[A-Z0-9]{4}\/[A-Z0-9]{4}$/;
const LATIN = /^[ -~]*$/;
const MAX_AMOUNT = 999_999_999_99n;
const utf8 = new TextEncoder();

/**
 * Maximum characters by field. The table of format 002 gives a recipient 70, the text of the act 38: the stricter
 * limit applies.
 */
const maxCharacters = {
  '002': { recipient: 38, purpose: 140 },
  '003': { recipient: 140, purpose: 420, display: 140 },
} as const;
const MAX_RECIPIENT_CODE_BYTES = 10;
const MAX_REFERENCE_BYTES = 35;

/** All problems of the fields of a payment code (facts §4.1, §4.2), except the total size. */
export function checkNbuQr(code: NbuQr): NbuQrProblem[] {
  const limits = maxCharacters[code.format];
  return [
    ...text('recipient', code.recipient, limits.recipient),
    ...(IBAN.test(code.iban) ? [] : [{ field: 'iban', reason: 'shape' } as const]),
    ...(isAmount(code.amount) ? [] : [{ field: 'amount', reason: 'shape' } as const]),
    ...text('recipientCode', code.recipientCode, MAX_RECIPIENT_CODE_BYTES, sizeIn(code.encoding)),
    ...text('purpose', code.purpose, limits.purpose),
    ...(code.format === '003' ? checkOnly003(code) : []),
  ];
}

function checkOnly003(code: NbuQr003): NbuQrProblem[] {
  const problems: NbuQrProblem[] = [];
  const { reference = '', display } = code;
  if (!CATEGORY.test(code.category)) problems.push({ field: 'category', reason: 'shape' });
  if (!LATIN.test(reference)) problems.push({ field: 'reference', reason: 'characters' });
  if (reference.length > MAX_REFERENCE_BYTES) problems.push({ field: 'reference', reason: 'tooLong' });
  if (display) problems.push(...text('display', display, maxCharacters['003'].display));
  return problems;
}

function isAmount(amount: bigint | undefined): boolean {
  return amount === undefined || (amount > 0n && amount <= MAX_AMOUNT);
}

/** Most fields are limited in characters, the recipient code in bytes. */
function text(field: NbuQrField, value: string, most: number, sizeOf = inCharacters): NbuQrProblem[] {
  if (value.trim() === '') return [{ field, reason: 'required' }];
  const problems: NbuQrProblem[] = [];
  if (!isNbuText(value)) problems.push({ field, reason: 'characters' });
  if (sizeOf(value) > most) problems.push({ field, reason: 'tooLong' });
  return problems;
}

function inCharacters(value: string): number {
  return value.length;
}

function sizeIn(encoding: NbuQrEncoding): (value: string) => number {
  return encoding === 'utf-8' ? (value) => utf8.encode(value).length : inCharacters;
}
