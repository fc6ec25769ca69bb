export { feedInMonthsFrom, listFeedInMonths } from './feed-in-store.ts';
