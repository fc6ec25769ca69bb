import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isBlank, tidyText } from '#domain/input/tidy-text.ts';
import { tableOf } from '#domain/table-of.ts';
import { nameOtherKind } from '#platform/files/name-other-kind.ts';
import type { Column, FileFormat, Row } from './formats/file-format.ts';
import type { ProblemCode, ProblemCollector } from './problem.ts';
import { type CsvRecord, readRecords } from './read-records.ts';

export interface StageRequest {
  readonly client: pg.PoolClient;
  readonly format: FileFormat;
  readonly path: string;
  readonly problems: ProblemCollector;
  readonly onBytes?: (bytes: number) => void;
}

/** What became of a file: how many rows it has, and whether its rows can be compared with those of other files. */
export interface StagedFile {
  readonly rows: number;
  readonly isReadable: boolean;
}

const BATCH_CHARACTERS = 64 * 1024;
const NULL_MARK = '\\N';
const NEEDS_ESCAPE = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = tableOf({
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
});
const OTHER_SEPARATORS = [';', '\t', '|'];

function copyText(value: string | null): string {
  if (value === null) return NULL_MARK;
  return value.replace(NEEDS_ESCAPE, (character) => ESCAPES[character] ?? character);
}

/** Makes the staging tables of files; they are gone when the transaction ends. */
export async function createStages(client: pg.PoolClient, formats: readonly FileFormat[]): Promise<void> {
  const statements = formats.map(({ stage, columns, derived }) => {
    const typed = Object.entries(columns).map(([name, { kind }]) => `${name} ${kind.sqlType}`);
    if (derived) typed.push(`${derived.column} ${derived.sqlType}`);
    return `create temporary table ${stage} (line integer not null, ${typed.join(', ')}) on commit drop`;
  });
  await client.query(statements.join(';'));
}

const lookedAtBytes = 4096;

/** What a file is by its first bytes, when it is no CSV. */
async function otherKindOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lookedAtBytes), 0, lookedAtBytes, 0);
    return nameOtherKind(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** The places of the columns in the header, or undefined when the header can't be used. */
function readHeader(
  format: FileFormat,
  { line, fields }: CsvRecord,
  report: (line: number, column: string | null, code: ProblemCode, value: string) => void,
): ReadonlyMap<string, number> | undefined {
  const names = fields.map(tidyText);
  const separator = OTHER_SEPARATORS.find((one) => fields.length === 1 && fields[0]?.trim().includes(one));
  if (separator !== undefined) {
    report(line, null, 'file.separator', separator === '\t' ? 'TAB' : separator);
    return undefined;
  }
  const places = new Map<string, number>();
  let usable = true;
  names.forEach((name, place) => {
    const code = places.has(name)
      ? 'file.repeatedColumn'
      : Object.hasOwn(format.columns, name)
        ? undefined
        : 'file.unknownColumn';
    if (code === undefined) places.set(name, place);
    else report(line, name, code, name);
    usable &&= code === undefined;
  });
  for (const [name, column] of Object.entries(format.columns)) {
    if (!column.required || places.has(name)) continue;
    report(line, name, 'file.missingColumn', name);
    usable = false;
  }
  return usable ? places : undefined;
}

/**
 * Streams a file through the checks of its values into its staging table. Every value that is wrong is reported with its line
 * and column and staged as null (texts as they stand, so that one mistake is not reported twice by other files).
 */
export async function stageFile({
  client,
  format,
  path,
  problems,
  onBytes,
}: StageRequest): Promise<StagedFile> {
  const kind = await otherKindOf(path);
  if (kind !== undefined) {
    problems.add({ file: format.file, line: 1, column: null, code: 'file.kind', value: kind });
    return { rows: 0, isReadable: false };
  }
  const columns: readonly (readonly [string, Column])[] = Object.entries(format.columns);
  const copied = [...columns.map(([name]) => name), ...(format.derived ? [format.derived.column] : [])];
  const copy = client.query(copyFrom(`copy ${format.stage} (line, ${copied.join(', ')}) from stdin`));
  // A write, or the wait for the end, rejects with the error; without a listener it would end the process in between.
  copy.on('error', () => undefined);
  let places: ReadonlyMap<string, number> | undefined;
  let sawHeader = false;
  let isReadable = true;
  let rows = 0;
  let batch = '';

  function report(line: number, column: string | null, code: ProblemCode, value: string): void {
    problems.add({ file: format.file, line, column, code, value });
  }

  function stageRow({ line, fields }: CsvRecord, header: ReadonlyMap<string, number>): void {
    let staged = String(line);
    let isRight = true;
    for (const [name, { kind, required }] of columns) {
      const place = header.get(name);
      const value = place === undefined ? '' : tidyText(fields[place] ?? '');
      if (value === '') {
        if (required) {
          report(line, name, 'value.required', '');
          isRight = false;
        }
        staged += `\t${copyText(kind.empty ?? null)}`;
        continue;
      }
      const parsed = kind.parse(value);
      if (parsed === undefined) {
        report(line, name, kind.code, value);
        isRight = false;
      }
      staged += `\t${copyText(parsed ?? (kind.sqlType === 'text' ? value : null))}`;
    }
    const needsRow = format.checkRow !== undefined || format.derived !== undefined;
    const row = needsRow && isRight ? rowOf(columns, header, fields) : undefined;
    for (const { column, code } of (row && format.checkRow?.(row)) ?? [])
      report(line, column, code, row?.[column] ?? '');
    if (format.derived) staged += `\t${copyText(row ? format.derived.of(row) : null)}`;
    batch += `${staged}\n`;
    rows += 1;
  }

  async function write(): Promise<void> {
    const ready = copy.write(batch);
    batch = '';
    if (!ready) await once(copy, 'drain');
  }

  try {
    await readRecords({
      path,
      ...(onBytes ? { onBytes } : {}),
      onProblem(line, code) {
        report(line, null, code, '');
        if (code !== 'file.encoding') isReadable = false;
      },
      onRecord(record) {
        if (!sawHeader) {
          sawHeader = true;
          places = readHeader(format, record, report);
          return undefined;
        }
        if (places === undefined || (record.fields.length === 1 && isBlank(record.fields[0] ?? '')))
          return undefined;
        if (record.fields.length !== places.size) {
          report(record.line, null, 'row.columnCount', `${record.fields.length} / ${places.size}`);
          isReadable = false;
          return undefined;
        }
        stageRow(record, places);
        return batch.length > BATCH_CHARACTERS ? write() : undefined;
      },
    });
    if (batch !== '') await write();
  } catch (error) {
    copy.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  copy.end();
  await finished(copy);
  if (!sawHeader && isReadable)
    problems.add({ file: format.file, line: 1, column: null, code: 'file.empty', value: '' });
  return { rows, isReadable: isReadable && places !== undefined };
}

function rowOf(
  columns: readonly (readonly [string, Column])[],
  header: ReadonlyMap<string, number>,
  fields: readonly string[],
): Row {
  return Object.fromEntries(
    columns.map(([name]) => {
      const place = header.get(name);
      return [name, place === undefined ? '' : tidyText(fields[place] ?? '')];
    }),
  );
}
