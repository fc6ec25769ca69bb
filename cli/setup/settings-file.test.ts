import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeSettings, parseSettings, readSettingsFile, writeSettingsFile } from './settings-file.ts';

const hard = `Світло <info@example.com> $HOME \`x\` "q" \\ #`;

test.each([
  ['a plain value', 'postgres://a:b@host:5432/db'],
  ['a value for quotes', hard],
  ['an apostrophe', `it's $5 "now" \\`],
  ['nothing', ''],
])('what is written is read again, by a shell too: %s', (_, value) => {
  const text = changeSettings('', new Map([['MAIL_FROM', value]]));
  expect(parseSettings(text).get('MAIL_FROM')).toBe(value);
  const script = `set -a; eval "$1"; printf %s "$MAIL_FROM"`;
  expect(execFileSync('sh', ['-c', script, 'sh', text], { encoding: 'utf8' })).toBe(value);
});

test('comments, other variables and their order stay', () => {
  const text = '# of the operator\nLOG_LEVEL=info\nPUBLIC_URL=https://old.example\n';
  const changes = new Map([
    ['PUBLIC_URL', 'https://new.example'],
    ['CLAMD', 'off'],
  ]);
  expect(changeSettings(text, changes)).toBe(
    '# of the operator\nLOG_LEVEL=info\nPUBLIC_URL=https://new.example\nCLAMD=off\n',
  );
});

test('a value of two lines is refused', () => {
  expect(() => changeSettings('', new Map([['CLAMD', 'off\nPORT=1']]))).toThrow('one line');
});

test('the file is replaced as a whole and only its owner reads it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-settings-'));
  try {
    const path = join(folder, 'svitlo.env');
    expect(await readSettingsFile(path)).toBe('');
    await writeFile(path, 'CLAMD=off\n', { mode: 0o644 });
    await writeSettingsFile(path, 'CLAMD=host:3310\n');
    expect(await readSettingsFile(path)).toBe('CLAMD=host:3310\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['svitlo.env']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
