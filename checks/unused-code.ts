import { findUnusedCode } from './find-unused-code.ts';

const problems = await findUnusedCode();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
