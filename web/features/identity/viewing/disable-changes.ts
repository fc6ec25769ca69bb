import buttons from '#web/ui/button.module.css';

/**
 * What changes something: the button of a form, a button of what can't be undone, a switch, a file that is taken, and any control that
 * says so by `data-changes`, because a press sends it at once. Forms that only read say so by `data-reads`; searches and filters
 * stand in a `search`. `e2e/pages/viewing.test.ts` presses what is left.
 */
const changing = `form [type="submit"], button.${buttons.danger}, [role="switch"], [type="file"], [data-changes]`;
const reading = 'search, [data-reads]';

/** Disables what changes something wherever it is or comes to be shown, with the reason as its hint; returns what ends that. */
export function disableChanges(hint: string): () => void {
  const disable = () => {
    for (const control of document.querySelectorAll<HTMLButtonElement | HTMLInputElement>(changing)) {
      if (control.closest(reading)) continue;
      if (!control.disabled) control.disabled = true;
      if (control.title !== hint) control.title = hint;
    }
  };
  const observer = new MutationObserver(disable);
  disable();
  const what = {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'type', 'class', 'data-changes'],
  };
  observer.observe(document.body, what);
  return () => observer.disconnect();
}
