interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const IDLE_TIMEOUT_MS = 2000;

/**
 * When the browser is idle, loads the code of the pages that the visible links lead to. Not on a 2g network nor with
 * data saver on. Source: base specification, section 9.
 */
export function prefetchLinksOnIdle(preload: (path: string) => unknown): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return;
  const whenIdle =
    window.requestIdleCallback ?? ((work: () => void) => window.setTimeout(work, IDLE_TIMEOUT_MS));
  whenIdle(
    () => {
      const links = document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]');
      const paths = new Set(
        Array.from(links)
          .filter(isInView)
          .map((link) => link.pathname),
      );
      for (const path of paths) preload(path);
    },
    { timeout: IDLE_TIMEOUT_MS },
  );
}

function isInView(link: HTMLAnchorElement): boolean {
  const { top, bottom } = link.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
