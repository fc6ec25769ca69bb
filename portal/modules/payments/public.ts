export { callbackPath } from './callback-path.ts';
export { landSandboxPayments } from './land-sandbox-payments.ts';
export { paymentsTable } from './payments-table.template.ts';
export { settleWaitingPayments } from './settle-waiting-payments.ts';
