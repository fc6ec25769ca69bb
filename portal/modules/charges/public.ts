export { bookRecalculations } from './book-recalculations.ts';
export { customInfo } from './custom-info.ts';
