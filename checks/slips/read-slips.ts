import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A one-place change of a file such as people make by mistake, with the test that finds it. */
export interface Slip {
  /** "billing: a correction without its outbox row". */
  readonly name: string;
  readonly file: string;
  /** A vitest file, or a journey (`e2e/*.test.ts`). */
  readonly test: string;
  readonly original: string;
  readonly replacement: string;
}

function readSlip(lines: readonly string[]): Slip {
  const after = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
  const [name = ''] = lines;
  const [file] = after('in ');
  const [test] = after('by ');
  const original = after('- ').join('\n');
  if (file === undefined || test === undefined || original === '')
    throw new Error(`the slip "${name}" lacks a line "in", "by" or "-"`);
  return { name, file, test, original, replacement: after('+ ').join('\n') };
}

/** The slips of slips.txt. @throws Error when one lacks a line. */
export function readSlips(): readonly Slip[] {
  const text = readFileSync(join(import.meta.dirname, 'slips.txt'), 'utf8');
  const blocks = text
    .split(/\n{2,}/)
    .map((block) => block.split('\n').filter((line) => !line.startsWith('#')));
  return blocks.filter((lines) => lines.join('') !== '').map(readSlip);
}

/** The file with the slip. @throws Error unless the original text occurs exactly once. */
export function withSlip(content: string, { name, file, original, replacement }: Slip): string {
  const [before, after, ...more] = content.split(original);
  if (before === undefined || after === undefined || more.length > 0) {
    const times = after === undefined ? 'not in' : 'more than once in';
    throw new Error(`the text of the slip "${name}" is ${times} ${file}: update checks/slips/slips.txt`);
  }
  return `${before}${replacement}${after}`;
}
