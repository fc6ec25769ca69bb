import { type ComponentType, useEffect, useState } from 'react';
import { useSessionStore } from '#web/session/session-store.ts';

/** A part whose code comes when it is wanted; without it the page works too. */
function usePart(load: () => Promise<ComponentType>, isWanted: boolean): ComponentType | undefined {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (part) => setPart(() => part),
      () => undefined,
    );
  }, [load, isWanted]);
  return isWanted ? Part : undefined;
}

const loadChat = async () => (await import('./chat-part.tsx')).ChatPart;
const loadFeedback = async () => (await import('./feedback-part.tsx')).FeedbackPart;

/**
 * What a customer's page does without at first. Each part names its files itself: the frame of the cabinet, which comes with
 * every page, names this one alone.
 */
export function LastParts() {
  const isPerson = useSessionStore(({ session }) => session?.type === 'person');
  const Chat = usePart(loadChat, isPerson);
  const Feedback = usePart(loadFeedback, true);
  return (
    <>
      {Chat && <Chat />}
      {Feedback && <Feedback />}
    </>
  );
}
