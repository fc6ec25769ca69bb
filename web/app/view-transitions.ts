/**
 * Handles the `ready` promise of every page transition: the router leaves it unhandled when the next transition skips
 * it, and browsers report that as a page error.
 */
export function watchTransitions(): void {
  if (typeof document.startViewTransition !== 'function') return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (given) => {
    const transition = start(given);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
