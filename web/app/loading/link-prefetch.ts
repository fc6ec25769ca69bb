import { prefetchWhenIdle } from '#web/lib/query/prefetch-call.ts';

/**
 * Prefetches the code of the pages behind visible links when the browser is idle. Not on a 2g network or with data saver.
 * Source: base specification, section 9.
 */
export function prefetchLinksOnIdle(preload: (path: string) => unknown): void {
  prefetchWhenIdle(() => {
    const links = document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]');
    const paths = new Set(
      Array.from(links)
        .filter(isInView)
        .map((link) => link.pathname),
    );
    // A task for each: to ask for the files of several pages at once blocks a slow phone.
    for (const path of paths) setTimeout(() => preload(path));
  });
}

function isInView(link: HTMLAnchorElement): boolean {
  const { top, bottom } = link.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
