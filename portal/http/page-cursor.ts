import { parseLocalDate } from '#domain/time/local-date.ts';

type Shape = (part: string) => boolean;

/** Patterns of the cursor parts; a tampered cursor must not reach the database as an invalid date or id. */
export const cursorPart = {
  date: (part) => parseLocalDate(part) !== undefined,
  /** UTC, to the microsecond. */
  moment: (part) =>
    /^.{10}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/.test(part) &&
    parseLocalDate(part.slice(0, 10)) !== undefined,
  uuid: (part) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part),
  number: (part) => /^\d{1,18}$/.test(part),
  text: (part) => part.length <= 60 && !part.includes('\0'),
} as const satisfies Record<string, Shape>;

/** URL-safe cursor: the key parts of the last item shown. */
export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Parses a cursor; undefined when it is invalid. */
export function readCursor<const Shapes extends readonly Shape[]>(
  cursor: string,
  shapes: Shapes,
): { [Index in keyof Shapes]: string } | undefined {
  const parts = partsOf(cursor);
  if (parts?.length !== shapes.length) return undefined;
  const isOurs = parts.every((part, index) => typeof part === 'string' && shapes[index]?.(part) === true);
  return isOurs ? (parts as { [Index in keyof Shapes]: string }) : undefined;
}

function partsOf(cursor: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}
