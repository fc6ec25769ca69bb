export { type ContentOf, readPublished } from './content-store.ts';
export { readPublishedWords } from './routes.ts';
