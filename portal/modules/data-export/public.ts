export { gatherOwnData, type OwnData } from './gather-own-data.ts';
export { tablesOf, writeJsonInWorker } from './write-own-data.ts';
