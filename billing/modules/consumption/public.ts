export { listMonths } from './months-of-account.ts';
