export { countQuality } from './supplier/service-quality.ts';
