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
const loadStaffHeader = async () => (await import('./staff-header.tsx')).StaffHeader;
const loadLegal = async () => (await import('#web/features/legal-texts/new-legal-texts.tsx')).NewLegalTexts;
const loadFeedback = async () => (await import('./feedback-part.tsx')).FeedbackPart;

/**
 * What a page does without at first: of customers the chat, the feedback and new legal texts, of staff the
 * menu button and the box that finds anything. Each part names its files itself: the frame of the cabinet, which comes with every
 * page, names this one alone.
 */
export function LastParts() {
  // The staff that sees a cabinet neither chats for its customer nor gives marks.
  const type = useSessionStore(({ session }) => (session?.viewing ? 'viewing' : session?.type));
  const Chat = usePart(loadChat, type === 'person');
  const StaffHeader = usePart(loadStaffHeader, type === 'admin');
  const Feedback = usePart(loadFeedback, type !== 'admin' && type !== 'viewing');
  const Legal = usePart(loadLegal, type === 'person' || type === 'entity');
  return (
    <>
      {Chat && <Chat />}
      {StaffHeader && <StaffHeader />}
      {Feedback && <Feedback />}
      {Legal && <Legal />}
    </>
  );
}
