import type { AnyRouter } from '@tanstack/react-router';

/** What a page of the router carries beside its component. */
export interface PrefetchedComponent {
  /** Fetches its code, and nothing else. */
  prefetch?: () => Promise<unknown>;
}

/**
 * Fetches ahead the code of the page that an address leads to. That it fails harms nothing yet: only who goes there is
 * told, or has the page reloaded (`loadChunk`).
 */
export function prefetchPage(router: Pick<AnyRouter, 'getMatchedRoutes'>, path: string): void {
  const [routes] = router.getMatchedRoutes(path);
  for (const { options } of routes) {
    const component = options.component as PrefetchedComponent | undefined;
    component?.prefetch?.().catch(() => undefined);
  }
}
