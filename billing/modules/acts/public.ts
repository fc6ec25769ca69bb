export {
  type ActKey,
  listUnpaidActs,
  lockActs,
  owedForActs,
  settleActs,
  type UnpaidActRow,
  unpaidActStates,
  unpaidActs,
} from './act-store.ts';
