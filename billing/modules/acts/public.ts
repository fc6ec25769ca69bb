export {
  listUnpaidActs,
  lockAct,
  settleAct,
  type UnpaidActRow,
  unpaidActStates,
  unpaidActs,
} from './act-store.ts';
