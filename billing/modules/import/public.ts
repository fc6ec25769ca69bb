export { allFormats } from './formats/all-formats.ts';
export type { FileFormat, ImportProgress } from './formats/file-format.ts';
export { type ImportResult, importFolder } from './import-folder.ts';
export { findImportRun } from './import-run.ts';
export { openImportJobs } from './import-worker.ts';
export { type ImportProblem, listedProblems, type ProblemCode } from './problem.ts';
export { readSignIns } from './read-sign-ins.ts';
