export { contractVolumesFrom } from './volume-store.ts';
