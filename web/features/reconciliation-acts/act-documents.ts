/** The part of a document query that selects reconciliation acts. */
export const actDocuments = { kind: 'reconciliation' } as const;
