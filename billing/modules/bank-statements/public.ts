export { type ImportStatementResult, importStatement } from './import-statement.ts';
export { storeFormat } from './parse/statement-format.ts';
export type { StatementProblem } from './stage-statement.ts';
export type { StatementProgress } from './statement-run.ts';
export { listInProgress, type Statement } from './statement-store.ts';
export { openStatementJobs } from './statement-worker.ts';
