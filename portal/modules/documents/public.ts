export { findActContents, findDocument, listDocumentsOf, type StoredDocument } from './document-store.ts';
export { documentTasks } from './document-tasks.ts';
export { requestMakingIn } from './request-document.ts';
export { deleteDocumentsOf, deleteOldDocuments, endLostDocuments } from './sweep-documents.ts';
