import {
  encodingDigit,
  type NbuQr,
  type NbuQr003,
  type NbuQrEncoding,
  nbuQrMark,
  nbuQrPrefix,
} from './nbu-qr-fields.ts';
import { amountFromNbu, checkNbuQr, editableOfMask, fromBase64Url, momentFromNbu } from './nbu-qr-values.ts';
import { decodeWindows1251 } from './windows-1251.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encodings = Object.keys(encodingDigit) as NbuQrEncoding[];

type Common = Omit<NbuQr003, 'format' | 'transfer' | 'category'>;

/**
 * Parses a payment code of the National Bank, formats 002 and 003 (facts §4.1, §4.2); undefined when it is not such a
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
