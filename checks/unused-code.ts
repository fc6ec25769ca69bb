import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..');
const knip = join(root, 'node_modules/knip/bin/knip.js');

async function runKnip(folder: string, args: readonly string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      knip,
      '--directory',
      folder,
      '--config',
      join(root, 'knip.ts'),
      '--no-progress',
      '--treat-config-hints-as-errors',
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return code === 0 ? '' : `${out}${error}`.trim() || `knip ended with ${code}`;
}

/**
 * Files, exports, types and dependencies that nothing uses, and what only tests use, as knip says it with the configuration of
 * this project (knip.ts); [] when there is none.
 */
export async function findUnusedCode(folder: string = root): Promise<string[]> {
  const [all, production] = await Promise.all([runKnip(folder, []), runKnip(folder, ['--production'])]);
  const problems = all === '' ? [] : [`Nothing uses:\n${all}`];
  return production === '' ? problems : [...problems, `Only tests use:\n${production}`];
}

if (import.meta.main) {
  const problems = await findUnusedCode();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
