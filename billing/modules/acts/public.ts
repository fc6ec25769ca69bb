export { listUnpaidActs, lockAct, settleAct, type UnpaidActRow, unpaidActs } from './act-store.ts';
