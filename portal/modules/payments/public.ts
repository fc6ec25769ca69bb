export { callbackPath } from './callback-path.ts';
export { landSandboxPayments } from './land-sandbox-payments.ts';
export { settleWaitingPayments } from './settle-waiting-payments.ts';
