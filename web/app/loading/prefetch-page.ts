import type { AnyRouter } from '@tanstack/react-router';

/** Route component with a prefetch function. */
export interface PrefetchedComponent {
  /** Loads the code only. */
  prefetch?: () => Promise<unknown>;
}

/**
 * Prefetches the code of the page at an address. A failure is ignored: the error, or the reload (`loadChunk`), comes with
 * the navigation.
 */
export function prefetchPage(router: Pick<AnyRouter, 'getMatchedRoutes'>, path: string): void {
  const [routes] = router.getMatchedRoutes(path);
  for (const { options } of routes) {
    const component = options.component as PrefetchedComponent | undefined;
    component?.prefetch?.().catch(() => undefined);
  }
}
