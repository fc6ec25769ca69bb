export { type ImportStatementResult, importStatement } from './import-statement.ts';
export { processStatements } from './process-statements.ts';
export type { StatementProblem } from './stage-statement.ts';
export { startStatementWorker } from './start-statement-worker.ts';
export { storeFormat } from './statement-format.ts';
export type { StatementProgress } from './statement-run.ts';
export type { Statement } from './statement-store.ts';
