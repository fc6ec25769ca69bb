import type { ReceivedText } from './message-gateway-contract.ts';

function decodeQuoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** RFC 2047 encoded words: =?UTF-8?B?…?=. */
function decodeWords(header: string): string {
  const joined = header.replace(/\?=\s+=\?/g, '?==?');
  const parts = [...joined.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, how, word = '']) =>
    how?.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : decodeQuoted(word.replaceAll('_', ' ')),
  );
  return parts.length === 0 ? header : Buffer.concat(parts).toString('utf8');
}

/** An attachment of a mail. */
export interface ReceivedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Buffer;
  readonly body: string;
}

function readPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const body = raw.slice(end + 4);
  const encoding = headers.get('content-transfer-encoding');
  const bytes =
    encoding === 'base64' ? Buffer.from(body, 'base64') : decodeQuoted(body.replaceAll('=\r\n', ''));
  return { headers, bytes, body };
}

function readFile({ headers, bytes }: Part): ReceivedFile {
  const disposition = headers.get('content-disposition') ?? '';
  // A non-ASCII file name is split into numbered parts. Source: RFC 2231.
  const parts = [...disposition.matchAll(/filename\*(?:\d+\*?)?=(?:utf-8'')?"?([^;"]+)/gi)].map(
    ([, part]) => part,
  );
  const fileName =
    parts.length > 0
      ? decodeURIComponent(parts.join(''))
      : (/filename="?([^";]+)/.exec(disposition)?.[1] ?? '');
  return { fileName, contentType: (headers.get('content-type') ?? '').split(';')[0] ?? '', content: bytes };
}

/** Parses a mail with one plain text and its attachments. */
export function readMail(
  raw: string,
  recipient: string,
): ReceivedText & { headers: ReadonlyMap<string, string>; files?: readonly ReceivedFile[] } {
  const whole = readPart(raw);
  const boundary = /boundary="?([^";]+)/.exec(whole.headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [] : whole.body.split(`--${boundary}`).slice(1, -1);
  const [text = whole, ...files] = parts.map((part) => readPart(part.replace(/^\r\n/, '')));
  return {
    recipient,
    subject: decodeWords(whole.headers.get('subject') ?? ''),
    text: text.bytes.toString('utf8').replaceAll('\r\n', '\n').replace(/\n$/, ''),
    headers: whole.headers,
    ...(files.length > 0 && { files: files.map(readFile) }),
  };
}
