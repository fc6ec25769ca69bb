import { type Kopiykas, moneyFromWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import {
  editableBit,
  encodingDigit,
  type NbuQr,
  type NbuQr003,
  type NbuQrEditable,
  type NbuQrEncoding,
  nbuQrMark,
  nbuQrPrefix,
} from '../nbu-qr-fields.ts';
import { checkNbuQr } from '../nbu-qr-values.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encodings = Object.keys(encodingDigit) as NbuQrEncoding[];

const SHAPE = /^[A-Za-z0-9_-]+$/;
const AMOUNT = /^UAH((?:0|[1-9]\d{0,8})(?:\.\d{2})?)$/;
const MOMENT = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const MASK = /^[0-9A-F]{1,4}$/;
const UNUSED_BYTE = 0x98;

/** The bytes of base64url; undefined when the text is not base64url without padding. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!SHAPE.test(text) || text.length % 4 === 1) return undefined;
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

/** The text of bytes in Windows-1251; undefined for the unassigned byte 0x98. */
function decodeWindows1251(bytes: Uint8Array): string | undefined {
  return bytes.includes(UNUSED_BYTE) ? undefined : new TextDecoder('windows-1251').decode(bytes);
}

/** The sum of "UAH432.50"; undefined when the fraction is not two digits, the number has a leading zero or the currency differs. */
export function amountFromNbu(text: string): Kopiykas | undefined {
  const sum = AMOUNT.exec(text)?.[1];
  if (sum === undefined) return undefined;
  return moneyFromWire(sum.includes('.') ? sum : `${sum}.00`);
}

/** The instant of "261231235900"; undefined for a date or time that does not exist. A repeated hour means its first occurrence. */
export function momentFromNbu(text: string): Instant | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const date = parseLocalDate(`20${year}-${month}-${day}`);
  if (date === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return (kyivInstant(date, Number(hour), Number(minute)) + Number(second) * 1000) as Instant;
}

/** The fields that a mask leaves open; undefined when it is not a mask. */
export function editableOfMask(mask: string): NbuQrEditable[] | undefined {
  if (!MASK.test(mask)) return undefined;
  const bits = Number.parseInt(mask, 16);
  const fields = Object.keys(editableBit) as NbuQrEditable[];
  return fields.filter((field) => (bits & (1 << editableBit[field])) === 0);
}

type Common = Omit<NbuQr003, 'format' | 'transfer' | 'category'>;

/**
 * Parses a payment code of the National Bank, formats 002 and 003 (facts §4.1, §4.2), independently of what makes it; undefined when it is not such a
 * code or breaks its rules. A signature is ignored.
 */
export function parseNbuQr(url: string): NbuQr | undefined {
  const format = url.startsWith(nbuQrPrefix['003']) ? '003' : '002';
  if (!url.startsWith(nbuQrPrefix[format])) return undefined;
  const bytes = fromBase64Url(url.slice(nbuQrPrefix[format].length));
  const lines = bytes && splitLines(bytes);
  if (lines === undefined || lines[0] !== nbuQrMark || lines[1] !== format) return undefined;
  const code = format === '002' ? read002(lines) : read003(lines);
  return code !== undefined && checkNbuQr(code).length === 0 ? code : undefined;
}

/** The third line names the encoding and is ASCII in both. 002 may separate lines by CR LF. */
function splitLines(bytes: Uint8Array): string[] | undefined {
  const ascii = String.fromCharCode(...bytes.subarray(0, 16)).split(/\r?\n/);
  try {
    const text = ascii[2] === encodingDigit['utf-8'] ? utf8.decode(bytes) : decodeWindows1251(bytes);
    return text?.split(text.includes('\r\n') ? '\r\n' : '\n');
  } catch {
    return undefined;
  }
}

function read002(lines: readonly string[]): NbuQr | undefined {
  const [, , digit, transfer, , recipient, iban, amount, recipientCode, , , purpose] = lines;
  if (lines.length !== 13 || transfer !== 'UCT') return undefined;
  const common = readCommon({ digit, recipient, iban, amount, recipientCode, purpose });
  return common && { format: '002', ...common };
}

function read003(lines: readonly string[]): NbuQr | undefined {
  const [
    ,
    ,
    digit,
    transfer,
    ,
    recipient,
    iban,
    amount,
    recipientCode,
    category = '',
    reference,
    purpose,
    ...rest
  ] = lines;
  const [display, mask, validUntil, createdAt] = rest;
  if (lines.length !== 17) return undefined;
  if (transfer !== 'UCT' && transfer !== 'ICT' && transfer !== 'XCT') return undefined;
  const common = readCommon({ digit, recipient, iban, amount, recipientCode, purpose });
  const optional = [
    read('reference', reference, (text) => text),
    read('display', display, (text) => text),
    read('editable', mask, editableOfMask),
    read('validUntil', validUntil, momentFromNbu),
    read('createdAt', createdAt, momentFromNbu),
  ];
  if (common === undefined || optional.includes(undefined)) return undefined;
  return Object.assign({ format: '003' as const, transfer, category, ...common }, ...optional);
}

function readCommon(
  line: Record<'digit' | 'recipient' | 'iban' | 'amount' | 'recipientCode' | 'purpose', string | undefined>,
): Common | undefined {
  const encoding = encodings.find((one) => encodingDigit[one] === line.digit);
  const amount = read('amount', line.amount, amountFromNbu);
  const { recipient = '', iban = '', recipientCode = '', purpose = '' } = line;
  if (encoding === undefined || amount === undefined) return undefined;
  return { encoding, recipient, iban, recipientCode, purpose, ...amount };
}

/** An object with the one field: empty when the line is, undefined when the line is invalid. */
function read<Name extends string, Value>(
  name: Name,
  line: string | undefined,
  parse: (text: string) => Value | undefined,
): { [key in Name]?: Value } | undefined {
  if (!line) return {};
  const value = parse(line);
  return value === undefined ? undefined : ({ [name]: value } as { [key in Name]?: Value });
}
