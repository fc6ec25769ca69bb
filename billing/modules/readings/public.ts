export { addUpAccountReadings, bringAccountReadingsUpToDate } from './counts/account-readings.ts';
export { addUpReadingCounts } from './counts/readings-in-window.ts';
export { currentReadingData } from './current-reading.ts';
export type { AccountFacts, MeterRecord } from './facts/account-facts.ts';
export { loadReadingFacts } from './facts/reading-facts.ts';
export { listPointPlaces } from './points/point-store.ts';
export {
  channelReadingsFrom,
  hourlyValuesFrom,
  readingsFrom,
  supersedeReadingsAfter,
} from './reading-store.ts';
