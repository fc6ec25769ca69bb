/** For how many days an account that was in another person's hands is not counted as a person of its own. */
export const independenceDays = 7;

/** Who decides about the proposal of another. */
export interface SecondPerson {
  readonly id: string;
  /** Accounts that are not independent of this one: either was in the hands of the other, or both in those of a third. */
  readonly dependentIds: readonly string[];
}

/** Why a person may not decide about what another has proposed, as the code of the refusal; undefined: they are two people. */
export function refuseSecondPerson(
  authorId: string,
  { id, dependentIds }: SecondPerson,
): 'decisions.ownProposal' | 'decisions.dependentPerson' | undefined {
  if (authorId === id) return 'decisions.ownProposal';
  return dependentIds.includes(authorId) ? 'decisions.dependentPerson' : undefined;
}

/** What an administrator did to the account of another, after which they may act in the other's name. */
export interface AccountGrant {
  readonly toId: string;
  readonly byId: string;
}

/** The accounts that are not independent of `id`, by the grants of the last `independenceDays`. */
export function dependentAccounts(id: string, grants: readonly AccountGrant[]): string[] {
  const granters = Map.groupBy(grants, ({ toId }) => toId);
  /** The account and every account from which it can be reached by grants. A Set also iterates what is added meanwhile. */
  const handsOn = (account: string) => {
    const hands = new Set([account]);
    for (const hand of hands) for (const { byId } of granters.get(hand) ?? []) hands.add(byId);
    return hands;
  };
  const own = handsOn(id);
  const others = new Set(grants.flatMap(({ toId, byId }) => [toId, byId]));
  others.delete(id);
  return [...others].filter((account) => [...handsOn(account)].some((hand) => own.has(hand))).sort();
}
