export { findSupplier } from './supplier-store.ts';
