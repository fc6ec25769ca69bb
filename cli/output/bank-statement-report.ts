import type {
  ImportStatementResult,
  Statement,
  StatementProblem,
} from '#billing/modules/bank-statements/public.ts';
import { kopiykas, moneyToWire } from '#domain/money.ts';

/** Problem texts for the operator who corrects the statement. */
export const statementProblemText: Readonly<Record<StatementProblem['code'], string>> = {
  'file.empty': 'there is nothing in the file',
  'file.encoding': 'not in the encoding that the format says',
  'file.kind': 'not a CSV file',
  'file.allSkipped': 'no row is a payment by the words of the format',
  'file.separator': 'values are separated by another character than the format says',
  'file.missingColumn': 'no line names this column',
  'file.quotes': 'a quote is never closed; the rest of the file was not read',
  'row.columnCount': 'the line has not as many values as the first line',
  'row.tooLong': 'the line is far too long; the rest of the file was not read',
  'value.required': 'a value is wanted here',
  'value.date': 'not a date as the format says',
  'value.dateFuture': 'is in the future',
  'value.sum': 'not a sum as the format says',
  'value.sumZero': 'a payment of nothing',
  'value.unknownWord': 'neither a word of payments nor one of rows to skip',
  'value.currency': 'not hryvnias',
};

const counted = (count: number, sum: bigint | string) =>
  `${count} (${typeof sum === 'string' ? sum : moneyToWire(kopiykas(sum))})`;

function problemLine(fileName: string, { line, column, code, value }: StatementProblem): string {
  const place = `${fileName}:${line}${column === null ? '' : ` ${column}`}`;
  return `${place}: ${statementProblemText[code]}${value === '' ? '' : ` [${value}]`}`;
}

function totalsLine({ dryRun, ...statement }: Statement): string {
  if (dryRun !== null && statement.state === 'checked') {
    const { rows, matched, duplicate, unmatched } = dryRun;
    const of = (total: { count: number; sum: string }) => counted(total.count, total.sum);
    return `${of(rows)} rows: ${of(matched)} would be matched, ${of(duplicate)} are duplicates, ${of(unmatched)} would wait for an operator.`;
  }
  const rows = counted(statement.rowCount, statement.rowKopiykas);
  const matched = counted(statement.matchedCount, statement.matchedKopiykas);
  const duplicate = counted(statement.duplicateCount, statement.duplicateKopiykas);
  const unmatched = counted(statement.unmatchedCount, statement.unmatchedKopiykas);
  return `Statement ${statement.statementNumber}, ${rows} rows: ${matched} matched, ${duplicate} duplicates, ${unmatched} wait for an operator.`;
}

/** Output of the command, and whether it succeeded. */
export function statementReport(
  result: ImportStatementResult,
  { path, formatName }: { readonly path: string; readonly formatName: string },
): { readonly lines: readonly string[]; readonly isRight: boolean } {
  switch (result.kind) {
    case 'noFile':
      return { lines: [`There is no file ${path}.`], isRight: false };
    case 'noFormat':
      return { lines: [`There is no format ${formatName}.`], isRight: false };
    case 'busy':
      return { lines: ['Another process is at statements.'], isRight: false };
    case 'refused': {
      const { fileName, problems, problemCount } = result.statement;
      const rest = problemCount > problems.length ? ` The first ${problems.length} are listed.` : '';
      const noun = problemCount === 1 ? 'problem' : 'problems';
      return {
        lines: [
          ...problems.map((problem) => problemLine(fileName, problem)),
          `${problemCount} ${noun} found, nothing was booked.${rest}`,
        ],
        isRight: false,
      };
    }
    case 'interrupted':
      return {
        lines: [totalsLine(result.statement), 'Interrupted. Start it again to go on from there.'],
        isRight: false,
      };
    case 'tried':
    case 'done':
      return { lines: [totalsLine(result.statement)], isRight: true };
  }
}
