export { insertPageMark, recordRating } from './feedback-store.ts';
