import { useEffect, useState } from 'react';

/** What `load` brings, once; a failure (no network) may be tried again. */
export function useLoaded<Thing>(load: () => Promise<Thing>) {
  const [loaded, setLoaded] = useState<{ thing: Thing }>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  useEffect(() => {
    if (loaded) return;
    let isGone = false;
    load().then(
      (thing) => isGone || setLoaded({ thing }),
      () => isGone || setFailedAttempt(attempt),
    );
    return () => {
      isGone = true;
    };
  }, [load, attempt, loaded]);
  const hasFailed = !loaded && failedAttempt === attempt;
  return { loaded: loaded?.thing, hasFailed, tryAgain: () => setAttempt(attempt + 1) };
}
