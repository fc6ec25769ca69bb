import buttons from '#web/ui/button.module.css';

/**
 * What changes something: the button of a form, a button of what can't be undone, a switch. Forms that only read say so by
 * `data-reads`; searches and filters stand in a `search`.
 */
const changing = `form [type="submit"], button.${buttons.danger}, [role="switch"]`;
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
    attributeFilter: ['disabled', 'type', 'class'],
  };
  observer.observe(document.body, what);
  return () => observer.disconnect();
}
