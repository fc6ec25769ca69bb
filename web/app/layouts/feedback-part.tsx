import { useRouterState } from '@tanstack/react-router';
import { findPage } from '#contract/pages.ts';
import { FeedbackPanel } from '#web/features/feedback/feedback-panel.tsx';
import { UnreadWatch } from '#web/features/supplier-messages/unread-watch.tsx';

/** The count of new messages, and the question what the page is like. */
export function FeedbackPart() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <UnreadWatch />
      <FeedbackPanel page={findPage(path)?.path ?? ''} occasion="page" />
    </>
  );
}
