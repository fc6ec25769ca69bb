interface Numbered {
  readonly account: string;
}

/** Ascending by account number. Numbers have one length, so text order is number order. */
export function sortAccounts<A extends Numbered>(accounts: readonly A[]): readonly A[] {
  return [...accounts].sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

/** With this account in its place; one of the same number is replaced. Source: base specification, section 4. */
export function putAccount<A extends Numbered>(accounts: readonly A[], account: A): readonly A[] {
  return sortAccounts([...accounts.filter((item) => item.account !== account.account), account]);
}

/** Without the account of this number. */
export function removeAccount<A extends Numbered>(accounts: readonly A[], number: string): readonly A[] {
  return accounts.filter((item) => item.account !== number);
}

/** With changed fields of the account of this number, e.g. its name. */
export function changeAccount<A extends Numbered>(
  accounts: readonly A[],
  number: string,
  fields: Partial<Omit<A, 'account'>>,
): readonly A[] {
  return accounts.map((item) => (item.account === number ? { ...item, ...fields } : item));
}
