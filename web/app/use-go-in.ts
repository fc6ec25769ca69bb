import { useRouter } from '@tanstack/react-router';
import { currentSession } from '#web/session/session-store.ts';
import { safeReturnPath } from './return-path.ts';

/** Leads who has just signed in to the page they came from (`?return=`), or to the cabinet of their own. */
export function useGoIn(): () => void {
  const router = useRouter();
  return () => {
    const type = currentSession().session?.type;
    if (!type) return;
    const { return: asked } = router.state.location.search as { return?: string };
    const href = safeReturnPath(asked, type) ?? `/cabinet/${type}`;
    router.navigate({ href, replace: true }).catch(() => window.location.assign(href));
  };
}
