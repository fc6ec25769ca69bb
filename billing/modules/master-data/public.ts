export type { ChangeProblemCode } from './check-changes.ts';
export {
  accountsFrom,
  accountTariffsFrom,
  addUpAccountCounts,
  customersFrom,
  endPointsFrom,
  meteringPointsFrom,
  metersFrom,
  newObjectCode,
  type ObjectCode,
  pointVersionsFrom,
  premisesFrom,
  registersFrom,
  replaceObjectCodes,
  verificationsFrom,
} from './master-data-store.ts';
export { changeColumnList, changeColumnsOf } from './pending-changes.ts';
export { openChangeQueue, recordChanges } from './record-changes.ts';
export { responsiblesFrom } from './responsible-persons.ts';
export { isLowerValue } from './roll-over-sql.ts';
