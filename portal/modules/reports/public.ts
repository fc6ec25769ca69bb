export { countQuality } from './service-quality.ts';
