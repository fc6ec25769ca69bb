import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-bin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('npm installs devDependencies in production too', async () => {
  // Dependency types that npm itself would omit.
  const args = [
    '-e',
    `import('${root}/bin/node-24.mjs').then((m) => console.log(m.installArguments.join(' ')))`,
  ];
  const shown = await output(process.execPath, args);
  const [, ...flags] = shown.trim().split(' ');
  const omitted = await output('npm', ['config', 'get', 'omit', ...flags]);
  expect(omitted.trim()).toBe('');
});

async function output(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, NODE_ENV: 'production' }, cwd: folder });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await new Promise((done) => child.once('close', done));
  return output;
}
