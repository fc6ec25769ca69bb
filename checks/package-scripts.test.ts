import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const scripts = Object.entries(
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
);
const named = [
  ...new Set(scripts.flatMap(([, command]) => command.match(/[\w/-]+\.(?:ts|mjs|sh)\b/g) ?? [])),
];

test('scripts of package.json run files that exist', () => {
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('documents name npm scripts that exist', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
  ];
  const known = new Set(scripts.map(([name]) => name));
  const unknown = documents
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => `${file}: ${name}`),
    )
    .filter((entry) => !known.has(entry.split(': ')[1] ?? ''));
  expect(unknown).toEqual([]);
});
