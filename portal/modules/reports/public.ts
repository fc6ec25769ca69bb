export { addUpCounts, updateDebts } from './prepare-reports.ts';
export { countQuality } from './supplier/service-quality.ts';
