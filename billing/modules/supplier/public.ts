export { cachedSupplier } from './cached-supplier.ts';
export { findSupplier, suppliersFrom } from './supplier-store.ts';
