/** Limit for the delay of the scripts. */
const MAX_DELAY_MS = 400;

/**
 * Starts the scripts of a page with early data once that data is painted, so that its request does not compete with 150 kB
 * of code for one of the browser's six connections. Until then the scripts are inside an inert `<template>`
 * (`prerender.ts`). Pages without the template load their scripts as usual.
 */
export function deferScripts(rendered: Promise<unknown>): void {
  const code = document.querySelector<HTMLTemplateElement>('template[data-code]');
  if (!code) return;
  const limit = new Promise((resolve) => {
    setTimeout(resolve, MAX_DELAY_MS);
  });
  const start = () => document.head.append(code.content);
  Promise.race([rendered.then(painted), limit]).then(start, start);
}

/** Resolves after the next paint. A hidden page is never painted: there the limit applies. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
