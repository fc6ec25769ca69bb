export { type CalculationQuestion, readCalculation } from './read-calculation.ts';
