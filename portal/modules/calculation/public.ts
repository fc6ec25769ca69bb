export { bookRecalculations } from './book-recalculations.ts';
export { type CalculationQuestion, readCalculation } from './read-calculation.ts';
