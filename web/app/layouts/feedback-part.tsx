import { useRouterState } from '@tanstack/react-router';
import { findPage } from '#contract/pages.ts';
import { FeedbackPanel } from '#web/features/feedback/feedback-panel.tsx';
import { UnreadWatch } from '#web/features/supplier-messages/unread-watch.tsx';
import styles from './feedback-part.module.css';

/** The count of new messages, and the question whether the page is convenient. */
export function FeedbackPart() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <UnreadWatch />
      <div className={styles.rating}>
        <FeedbackPanel page={findPage(path)?.path ?? ''} occasion="page" />
      </div>
    </>
  );
}
