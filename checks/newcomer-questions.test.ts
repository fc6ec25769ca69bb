import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const guide = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
const questions = Array.from(
  guide.matchAll(/^\| ([^|]+\?) \| `([^`]+)` \| `([^`]+)` \|$/gm),
  ([, question = '', term = '', file = '']) => ({ question, term, file }),
);

/** The text of every source file by its path. */
const sources = new Map<string, string>();
for await (const file of glob(
  '{billing,checks,cli,contract,domain,platform,portal,sample,web}/**/*.{ts,tsx}',
  {
    cwd: root,
  },
)) {
  sources.set(file, await readFile(join(root, file), 'utf8'));
}

/** Files with a term: sources, or tests where the answer is a test. */
const search = (term: string, inTests: boolean) =>
  [...sources].flatMap(([file, text]) =>
    text.includes(term) && /\.test\.tsx?$/.test(file) === inTests ? [file] : [],
  );

describe('the ten questions of a newcomer in CONTRIBUTING.md', () => {
  it('are ten', () => {
    expect(questions).toHaveLength(10);
  });

  it.each(questions)('$question', ({ term, file }) => {
    const found = search(term, file.includes('.test.'));
    expect(found).toContain(file);
    expect(found.length).toBeLessThanOrEqual(5);
  });
});
