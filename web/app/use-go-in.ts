import { useRouter } from '@tanstack/react-router';
import { currentSession } from '#web/session/session-store.ts';

/** Leads who has just signed in to the page they came from (`?return=`), or to the cabinet of their own. */
export function useGoIn(): () => void {
  const router = useRouter();
  const go = (href: string) => {
    router.navigate({ href, replace: true }).catch(() => window.location.assign(href));
  };
  return () => {
    const type = currentSession().session?.type;
    if (!type) return;
    const own = `/cabinet/${type}`;
    const { return: asked } = router.state.location.search as { return?: string };
    if (asked === undefined) return go(own);
    // The list of pages is no part of the first load.
    import('./return-path.ts').then(
      ({ safeReturnPath }) => go(safeReturnPath(asked, type) ?? own),
      () => go(own),
    );
  };
}
