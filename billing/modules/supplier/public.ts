export {
  cachedAccessRules,
  cachedCorrectionLimits,
  cachedDueDateTerms,
  cachedOrderLimits,
  cachedPaymentLimits,
} from './cached-rules.ts';
export { cachedSupplier } from './cached-supplier.ts';
export { cachedReadingRules, findSupplier, suppliersFrom } from './supplier-store.ts';
