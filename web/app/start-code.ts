/** So long the code of a page waits for its first picture at most. */
const LONGEST_MS = 400;

/**
 * Begins to fetch the code of a page that says something without it, once that is painted: what is read first does not wait
 * behind 150 kB of code, nor for one of the browser's six connections. Until then the code stands in the HTML as a template
 * (`prerender.ts`), which the browser leaves alone. Without one the code is on its way already.
 */
export function startCodeAfter(said: Promise<unknown>): void {
  const code = document.querySelector<HTMLTemplateElement>('template[data-code]');
  if (!code) return;
  const waited = new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS);
  });
  const start = () => document.head.append(code.content);
  Promise.race([said.then(painted), waited]).then(start, start);
}

/** When what was said is painted. A page that nobody looks at is not: there the longest wait ends it. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
