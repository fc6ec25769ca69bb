import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDoorProblems } from './find-door-problems.ts';

const root = join(import.meta.dirname, '..');
/** Fewer files than this: the list of files is wrong. */
const fewestFiles = 300;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|sql|css|html)$/.test(file) && !file.endsWith('.gen.ts'))
  .filter((file) => existsSync(join(root, file)));
const problems = files.flatMap((file) => findDoorProblems(file, readFileSync(join(root, file), 'utf8')));
for (const problem of problems) console.error(problem);
console.log(`${files.length} files looked at`);
process.exitCode = problems.length > 0 || files.length < fewestFiles ? 1 : 0;
