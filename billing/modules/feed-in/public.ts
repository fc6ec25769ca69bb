export { listFeedInMonths } from './feed-in-store.ts';
