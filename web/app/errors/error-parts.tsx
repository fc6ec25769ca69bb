import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { findPage } from '#contract/pages.ts';
import { FeedbackPanel } from '#web/features/feedback/feedback-panel.tsx';
import { ReferenceLine } from '#web/lib/reference/reference-line.tsx';
import { useSessionStore } from '#web/session/session-store.ts';

interface ErrorPartsProps {
  status: number;
  error: unknown;
}

/** Reports the error, shows the number under which it is found, and asks a signed-in customer about it. */
export function ErrorParts({ status, error }: ErrorPartsProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [reference, setReference] = useState('');
  useEffect(() => {
    // Errors outside a page are reported by the same chunk.
    import('./client-log.ts')
      .then(({ reportError }) => reportError(path, error))
      .then(setReference, () => undefined);
  }, [path, error]);
  return (
    <>
      {status !== 404 && reference !== '' && <ReferenceLine reference={reference} />}
      <ErrorFeedback status={status} path={path} />
    </>
  );
}

/** Asks about an error or an address without a page. */
function ErrorFeedback({ status, path }: { status: number; path: string }) {
  const isCustomer = useSessionStore(({ session }) => session !== undefined && session.type !== 'admin');
  const page = findPage(path)?.path ?? '';
  const isInside = page === '' || /^\/cabinet\/(person|entity)/.test(page);
  return isCustomer && isInside ? (
    <FeedbackPanel page={page} occasion={status === 404 ? 'notFound' : 'error'} />
  ) : null;
}
