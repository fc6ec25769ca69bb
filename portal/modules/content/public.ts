export { type ContentOf, readPublished } from './content-store.ts';
export { legalTextAt, legalVersionName, legalVersionNumber, readLegalTexts } from './legal-texts.ts';
export { readPublishedWords } from './routes.ts';
