import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What got the focus, and what of it did not show that. */
    walked?: { readonly stops: Set<Element>; readonly unseen: string[] };
  }
}

export interface KeyboardWalk {
  /** Visible controls of the page's own part that Tab did not come to. */
  readonly missed: readonly string[];
  /** Those that do not show that they have the focus. */
  readonly unseen: readonly string[];
}

/** Leaps over the head of the page as a keyboard does, and goes through all controls of its own part by Tab. */
export async function walkByKeyboard(page: Page): Promise<KeyboardWalk> {
  const controls = await page.evaluate(listControls);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.evaluate(noteStops);
  for (let pressed = 0; pressed < controls + 2; pressed += 1) await page.keyboard.press('Tab');
  return page.evaluate(tellWalk);
}

/** Marks the controls of the page's own part that Tab has to come to, and counts them. */
function listControls(): number {
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex]';
  let count = 0;
  for (const element of document.querySelectorAll<HTMLElement & { disabled?: boolean }>(
    `main ${selector.replaceAll(', ', ', main ')}`,
  )) {
    if (element.tabIndex < 0 || element.disabled || element.closest('[inert]')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    // Of a group of radio buttons Tab comes to one.
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      const group = [
        ...document.querySelectorAll<HTMLInputElement>(
          `input[type=radio][name="${CSS.escape(element.name)}"]`,
        ),
      ];
      if (element !== (group.find((one) => one.checked) ?? group[0])) continue;
    }
    element.dataset.control = '';
    // Day, month, year and the calendar of a date are stops of their own.
    const isDate = element instanceof HTMLInputElement && /date|month/.test(element.type);
    count += isDate ? 4 : 1;
  }
  return count;
}

function noteStops(): void {
  const walked = { stops: new Set<Element>(), unseen: [] as string[] };
  window.walked = walked;
  const isRinged = (element: Element | null) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    walked.stops.add(target);
    // A hidden input shows it on what stands for it, beside it or around it.
    const near = [
      target,
      target.nextElementSibling,
      target.parentElement,
      target.parentElement?.parentElement ?? null,
    ];
    if (!near.some(isRinged)) walked.unseen.push(target.outerHTML.slice(0, 160));
  });
}

function tellWalk() {
  const { stops = new Set<Element>(), unseen = [] } = window.walked ?? {};
  const missed = [...document.querySelectorAll('main [data-control]')]
    .filter((element) => !stops.has(element))
    .map((element) => element.outerHTML.slice(0, 160));
  return { missed, unseen };
}
