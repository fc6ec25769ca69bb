import { readFile, writeFile } from 'node:fs/promises';
import { kinds, kindsOf } from './kinds-of-tests.ts';
import type { FileOutcome } from './reports.ts';

/** Files with tests that one check ran, and its processor time, of the database and the browser too. */
export interface MeasuredFiles {
  readonly files: readonly FileOutcome[];
  readonly processorSeconds: number;
}

/**
 * Lines of a Markdown table: files, tests and processor seconds of each kind that ran. The processor time of a check is known as a
 * whole: its kinds share it by the seconds of their files.
 */
export function tableOfKinds(checks: readonly MeasuredFiles[]): readonly string[] {
  const rows = Object.keys(kinds).flatMap((kind) => {
    let [files, tests, processorSeconds] = [0, 0, 0];
    for (const check of checks) {
      const own = check.files.filter(({ path }) => kindsOf(path).includes(kind));
      const secondsOf = (ran: readonly FileOutcome[]) => ran.reduce((sum, { seconds }) => sum + seconds, 0);
      files += own.length;
      tests += own.reduce((sum, file) => sum + file.tests, 0);
      if (own.length > 0)
        processorSeconds += (check.processorSeconds * secondsOf(own)) / secondsOf(check.files);
    }
    return files === 0 ? [] : [`| ${kind} | ${files} | ${tests} | ${processorSeconds.toFixed(0)} |`];
  });
  return ['| kind | files | tests | processor seconds |', '|---|---|---|---|', ...rows];
}

const begin = '<!-- written by npm run test:all -->\n';
const end = '<!-- end -->';

/** Puts the lines between the two marks of a document, when files or tests are others than there; seconds alone change with each run. */
export async function writeTable(document: string, lines: readonly string[]): Promise<void> {
  const text = await readFile(document, 'utf8');
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end, from);
  if (from < begin.length || to < 0) throw new Error(`${document} has no place for the table of tests`);
  const counted = (table: string) => table.trimEnd().replaceAll(/\| \d+ \|$/gm, '');
  const table = lines.join('\n');
  if (counted(text.slice(from, to)) === counted(table)) return;
  await writeFile(document, `${text.slice(0, from)}${table}\n${text.slice(to)}`);
}
