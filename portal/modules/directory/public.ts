export { seedDirectory } from './seed-directory.ts';
