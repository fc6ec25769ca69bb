import { useRouterState } from '@tanstack/react-router';
import { findPage } from '#contract/pages.ts';
import { FeedbackPanel } from '#web/features/feedback/feedback-panel.tsx';
import { useSessionStore } from '#web/session/session-store.ts';

export { reportError } from './client-log.ts';

/** Asks a signed-in customer about an error or an address without a page. */
export function ErrorFeedback({ status }: { status: number }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isCustomer = useSessionStore(({ session }) => session !== undefined && session.type !== 'admin');
  const page = findPage(path)?.path ?? '';
  const isInside = page === '' || /^\/cabinet\/(person|entity)/.test(page);
  return isCustomer && isInside ? (
    <FeedbackPanel page={page} occasion={status === 404 ? 'notFound' : 'error'} />
  ) : null;
}
