import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** A process whose pool of threads was at work before. */
const script = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { lowerPriority } from ${JSON.stringify(join(import.meta.dirname, 'lower-priority.ts'))};
  await Promise.all(Array.from({ length: 8 }, () => readFile('/proc/self/status')));
  lowerPriority(19);
  const niceness = readdirSync('/proc/self/task').map((thread) =>
    readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').replace(/^.*\\) /, '').split(' ')[16]);
  console.log([...new Set(niceness)].join());`;

test.runIf(process.platform === 'linux')('lowerPriority lowers the threads that run already', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout.trim()).toBe('19');
});
