export type { ClosingProgress, ClosingRequest, ClosingResult } from './closing.ts';
export { type Cost, costOf, type RegisterConsumption } from './cost-of.ts';
export { loadPricings } from './load-pricings.ts';
export type { Pricing } from './pricing.ts';
