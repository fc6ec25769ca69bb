export { bookRecalculations } from './book-recalculations.ts';
