export {
  cachedAccessRules,
  cachedCorrectionLimits,
  cachedDueDateTerms,
  cachedEntityPaymentLimits,
  cachedOrderLimits,
  cachedPaymentLimits,
  cachedReactiveRates,
  cachedSupplier,
} from './cached-rules.ts';
export { cachedReadingRules, findSupplier, suppliersFrom } from './supplier-store.ts';
