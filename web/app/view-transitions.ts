/**
 * Hears the end of every transition between pages: of one that the next overtakes the router leaves a promise unheard, which
 * the browser tells as an error of the page.
 */
export function hearTransitions(): void {
  if (typeof document.startViewTransition !== 'function') return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (given) => {
    const transition = start(given);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
