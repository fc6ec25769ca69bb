export { cachedAccessRules } from './cached-access-rules.ts';
export {
  cachedCorrectionLimits,
  cachedDueDateTerms,
  cachedOrderLimits,
  cachedPaymentLimits,
} from './cached-limits.ts';
export { cachedSupplier } from './cached-supplier.ts';
export { cachedReadingRules } from './reading-rules-store.ts';
export { findSupplier, suppliersFrom } from './supplier-store.ts';
