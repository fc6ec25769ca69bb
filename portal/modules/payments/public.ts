export { checkBooks } from './check-books.ts';
export { landSandboxPayments } from './land-sandbox-payments.ts';
export { payWays } from './pay-ways.ts';
export { paymentsTable } from './payments-table.template.ts';
export { providerName } from './provider-name.ts';
export { askForPaymentReminders, paymentReminderTasks } from './reminders/send-payment-reminders.ts';
export { expireForgotten, settleProvider, settleWaitingPayments } from './settle-waiting-payments.ts';
