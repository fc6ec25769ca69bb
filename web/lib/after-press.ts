/**
 * Runs when the press that is under way is over, by pointer or key: what moves a control away meanwhile takes it from under
 * the finger.
 */
export function afterPress(run: () => void): void {
  const over = new AbortController();
  const end = () => {
    over.abort();
    run();
  };
  for (const event of ['click', 'keyup']) window.addEventListener(event, end, { signal: over.signal });
}
