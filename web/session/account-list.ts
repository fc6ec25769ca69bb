interface Numbered {
  readonly account: string;
}

/** Ascending by account number. Numbers have one length, so text order is number order. */
export function sortAccounts<A extends Numbered>(accounts: readonly A[]): readonly A[] {
  return [...accounts].sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

/** With changed fields of the account of this number, e.g. its name. */
export function changeAccount<A extends Numbered>(
  accounts: readonly A[],
  number: string,
  fields: Partial<Omit<A, 'account'>>,
): readonly A[] {
  return accounts.map((item) => (item.account === number ? { ...item, ...fields } : item));
}
