import { useState } from 'react';
import type { Challenge } from '#web/session/come-in.ts';
import type { WayInEnds } from '#web/session/settle-coming-in.ts';
import { useGoIn } from './use-go-in.ts';

/** What a page of a way in gives its form, and the second step that is asked for. */
export function useWayIn(): { ends: WayInEnds; challenge: Challenge | undefined; startAnew: () => void } {
  const goIn = useGoIn();
  const [challenge, setChallenge] = useState<Challenge>();
  return {
    ends: { onEntered: goIn, onChallenge: setChallenge },
    challenge,
    startAnew: () => setChallenge(undefined),
  };
}
