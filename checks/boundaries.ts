import { join } from 'node:path';
import { findBoundaryProblems } from './find-boundary-problems.ts';

/** Fewer modules than this: the cruiser did not see the project. */
const minModules = 300;

const { moduleCount, problems } = await findBoundaryProblems(join(import.meta.dirname, '..'));
for (const problem of problems) console.error(problem);
console.log(`${moduleCount} modules seen`);
process.exitCode = problems.length > 0 || moduleCount < minModules ? 1 : 0;
