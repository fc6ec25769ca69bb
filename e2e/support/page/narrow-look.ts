import type { Page } from '@playwright/test';
import { checkPage } from './check-page.ts';
import { turnInto } from './visit.ts';

/** The smallest phone, and an ordinary one whose letters are twice as large. */
const smallest = { width: 320, height: 640 };
const enlarged = { width: 320, height: 256 };
const ordinary = { width: 360, height: 740 };

function setLetters(page: Page, percent: number): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** What reaches beyond the window, the innermost, and what is cut where nothing can be scrolled. */
function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const isScrolled = (element: Element) => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      }
      return false;
    };
    const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.clientWidth > 1 && element.clientHeight > 1 && element.checkVisibility(),
    );
    const beyond = seen.filter(
      (element) =>
        root.scrollWidth > root.clientWidth &&
        element.getBoundingClientRect().right > root.clientWidth + 1 &&
        !isScrolled(element),
    );
    const cut = seen.filter((element) => {
      if (element.scrollWidth <= element.clientWidth + 1) return false;
      const { overflowX, textOverflow } = getComputedStyle(element);
      return (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis';
    });
    const nameOf = (element: HTMLElement) =>
      `${element.tagName}.${element.className}: ${element.innerText?.slice(0, 40)}`;
    return [
      ...beyond
        .filter((element) => !beyond.some((other) => other !== element && element.contains(other)))
        .map((element) => `beyond: ${nameOf(element)}`),
      ...cut.map((element) => `cut: ${nameOf(element)}`),
    ];
  });
}

/** Height of the tallest bar that stands over the page. */
function coveredOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const overlays = [...document.querySelectorAll('body *')].filter((element) => {
      const { position } = getComputedStyle(element);
      return (position === 'fixed' || position === 'sticky') && element.checkVisibility();
    });
    const heights = overlays.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 160 ? height : 0;
    });
    return Math.max(0, ...heights);
  });
}

/** What is wider than the smallest phone, or stands over half of it, also where 1280 × 1024 is enlarged four times. */
export async function checkNarrow(page: Page): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const size of [enlarged, smallest]) {
    await page.setViewportSize(size);
    const covered = await coveredOf(page);
    if (covered > size.height / 2) wrong.push(`${covered} px are covered at ${size.height}`);
    wrong.push(...(await overflowOf(page)));
  }
  return wrong;
}

/** Looks at a page as it is shown now, then in the narrow sizes; gives what is wrong. */
export async function checkSizes(page: Page, path: string): Promise<readonly string[]> {
  const small = [...(await overflowOf(page)), ...(await checkNarrow(page))];
  await checkPage(page);
  return small.map((what) => `${path} ${what}`);
}

/** What does not fit an ordinary phone whose letters are twice as large. */
export async function checkLargeLetters(page: Page, path: string): Promise<readonly string[]> {
  await page.setViewportSize(ordinary);
  await setLetters(page, 200);
  const large = await overflowOf(page);
  await setLetters(page, 100);
  return large.map((what) => `${path} at 200 % ${what}`);
}

/** `checkPage` of the same document at a desk (dark) and on a phone (light), which it is then. */
export async function checkBothLooks(page: Page): Promise<void> {
  for (const device of ['desk', 'phone'] as const) {
    await turnInto(page, device);
    await checkPage(page);
  }
}
