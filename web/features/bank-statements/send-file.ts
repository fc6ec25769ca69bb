import { addStatementPart, openStatement } from '#contract/bank-statements.ts';
import { statementPartBytes } from '#contract/values/bank-statement.ts';
import { callApi, uploadFile } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showNumber } from '#web/lib/format.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes as megabytes with at most one decimal: "1,4", "300". */
export function megabytes(bytes: number): string {
  const tenths = Math.round((bytes / MEGABYTE) * 10);
  const whole = showNumber(Math.floor(tenths / 10));
  return tenths % 10 === 0 ? whole : `${whole},${tenths % 10}`;
}

/** An upload in progress: resumed from the first missing part, or restarted when its statement was dropped. */
export interface FileUpload {
  readonly file: File;
  readonly format: string;
  statement?: number | undefined;
  partsSent: number;
}

/** Whether it is the same file in the same format. */
export function isSameFile(one: FileUpload, other: FileUpload): boolean {
  const [a, b] = [one.file, other.file];
  return (
    one.format === other.format && a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
  );
}

/** Sends the rest of a file part by part; answers the statement, or why a part was refused. */
export async function sendFile(
  sending: FileUpload,
  onProgress: (bytes: number) => void,
): Promise<{ statement: number } | { failure: ApiFailure }> {
  const { file, format } = sending;
  if (sending.statement === undefined) {
    const opened = await callApi(openStatement, { format, fileName: file.name, byteCount: file.size });
    if (!opened.ok) return { failure: opened.failure };
    sending.statement = opened.data.statement.statement;
  }
  const { statement } = sending;
  const parts = Math.ceil(file.size / statementPartBytes);
  while (sending.partsSent < parts) {
    const from = sending.partsSent * statementPartBytes;
    const piece = file.slice(from, from + statementPartBytes);
    const part = sending.partsSent + 1;
    const sent = await uploadFile(addStatementPart, { statement, part, isLast: part === parts }, piece);
    if (!sent.ok) {
      const { code } = sent.failure;
      // The statement takes no more parts: the answer to the last one was lost, or they were uploaded elsewhere. Its
      // page shows the state.
      if (code === 'statements.wrongState') return { statement };
      if (code === 'common.notFound') {
        sending.statement = undefined;
        sending.partsSent = 0;
      }
      return { failure: sent.failure };
    }
    sending.partsSent = part;
    onProgress(Math.min(part * statementPartBytes, file.size));
  }
  return { statement };
}
