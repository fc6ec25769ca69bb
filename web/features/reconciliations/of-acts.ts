/** What is asked for among the documents of an account. */
export const ofActs = { kind: 'reconciliation' } as const;
