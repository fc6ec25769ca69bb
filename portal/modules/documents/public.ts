export { documentTasks } from './document-tasks.ts';
export { sweepDocuments } from './sweep-documents.ts';
