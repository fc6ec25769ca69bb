import type { Page } from '@playwright/test';

/** How far a page may move while it loads: a tenth of what is called good. */
export const maxShift = 0.01;

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Adds up what moves by itself on every page that is opened from now on. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How far the page has moved since it was opened (cumulative layout shift). */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift ?? Number.NaN);
}
