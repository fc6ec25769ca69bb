import { useEffect } from 'react';
import { newMessagesCounted } from '#web/session/messages-state.ts';
import { useNewCount } from './message-queries.ts';

/** Keeps the count of new messages that the navigation shows. Loaded after the page. */
export function UnreadWatch() {
  const count = useNewCount();
  useEffect(() => {
    if (count !== undefined) newMessagesCounted(count);
  }, [count]);
  return null;
}
