export { checkBooks, landSandboxPayments } from './check-books.ts';
export { payWays, providerName } from './pay-ways.ts';
export { cursorOfPayment, placeOfPayment, toPaymentDto } from './payment-dto.ts';
export { paymentsTable } from './payments-table.template.ts';
export { askForPaymentReminders, paymentReminderTasks } from './reminders/send-payment-reminders.ts';
export { expireForgotten, settleProvider } from './settle-waiting-payments.ts';
