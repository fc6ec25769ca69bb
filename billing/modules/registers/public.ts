export { type ImportRegisterRequest, type ImportRegisterResult, importRegister } from './import-register.ts';
export { storeFormat } from './register-format.ts';
export type { Register } from './register-store.ts';
export type { RegisterProgress, RegisterWork } from './register-work.ts';
export type { RegisterProblem } from './stage-register.ts';
export { startRegisterWorker } from './start-register-worker.ts';
export { workRegisters } from './work-registers.ts';
