export { type ImportResult, importFolder } from './import-folder.ts';
export type { ImportProgress } from './import-progress.ts';
export { type ImportProblem, listedProblems, type ProblemCode } from './problem.ts';
export { readSignIns } from './read-sign-ins.ts';
