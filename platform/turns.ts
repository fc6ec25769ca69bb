/**
 * Work on the same key is done one after the other, in the order in which it came; work on other keys does not wait.
 */
export function createTurns() {
  const lastOf = new Map<string, Promise<unknown>>();

  return {
    /** Does the work when its turn has come; what became of the work before it does not matter. */
    take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const before = lastOf.get(key);
      const mine = before === undefined ? work() : before.then(work, work);
      lastOf.set(key, mine);
      const leave = () => {
        if (lastOf.get(key) === mine) lastOf.delete(key);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}
