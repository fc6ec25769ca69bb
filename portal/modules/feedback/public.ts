export {
  clearCommentsOf,
  clearOldComments,
  insertPageMark,
  listMarksOf,
  recordRating,
} from './feedback-store.ts';
