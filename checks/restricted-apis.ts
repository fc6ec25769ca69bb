import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRestrictedApiProblems } from './find-restricted-api-problems.ts';

const root = join(import.meta.dirname, '..');
/** Fewer files than this: the list of files is wrong. */
const minFiles = 300;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|sql|css|html)$/.test(file) && !file.endsWith('.gen.ts'))
  .filter((file) => existsSync(join(root, file)));
const problems = files.flatMap((file) =>
  findRestrictedApiProblems(file, readFileSync(join(root, file), 'utf8')),
);
for (const problem of problems) console.error(problem);
console.log(`${files.length} files looked at`);
process.exitCode = problems.length > 0 || files.length < minFiles ? 1 : 0;
