export { type ConsumedMonth, listMonths } from './months-of-account.ts';
