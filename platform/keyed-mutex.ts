/** Runs work on the same key sequentially, in the order of the calls; other keys do not wait. */
export function createKeyedMutex() {
  const lastOf = new Map<string, Promise<unknown>>();

  return {
    /** Runs `work` after all earlier work on `key` has ended, whether it failed or not. */
    run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
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
