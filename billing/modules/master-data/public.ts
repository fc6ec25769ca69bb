export type { ChangeProblemCode } from './check-changes.ts';
export { changeColumnList, changeColumnsOf } from './pending-changes.ts';
export { openChangeQueue, recordChanges } from './record-changes.ts';
