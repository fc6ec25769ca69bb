export { askForPaymentReminders, paymentReminderTasks } from './send-payment-reminders.ts';
