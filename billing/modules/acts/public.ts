export { listUnpaidActs, lockAct, settleAct, type UnpaidActRow } from './act-store.ts';
