import { queryAllByRole } from '@testing-library/react';

export type Words = string | RegExp;

export interface RoleOptions {
  readonly name?: Words;
  readonly exact?: boolean;
  readonly level?: number;
  readonly checked?: boolean;
  readonly pressed?: boolean;
}

/** With one space wherever there is some. */
export const collapse = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** Words that are no pattern are found in any case, or `exact`. */
export function matches(text: string, words: Words, exact = false): boolean {
  if (words instanceof RegExp) return words.test(text);
  const wanted = collapse(words);
  return exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
}

/** Neither drawn nor read aloud: hidden by an attribute, or inside a closed `<details>` or `<dialog>`. */
export function isHidden(element: Element): boolean {
  if (element.closest('[hidden], [inert], dialog:not([open]), script, style, template, noscript'))
    return true;
  let closed = element.parentElement?.closest('details:not([open])');
  while (closed) {
    const summary = closed.querySelector(':scope > summary');
    if (!summary?.contains(element)) return true;
    closed = closed.parentElement?.closest('details:not([open])');
  }
  return false;
}

const isRead = (element: Element) => !isHidden(element) && !element.closest('[aria-hidden="true"]');

/** What the selector finds below `root`. */
export const within = (root: ParentNode, selector = '*') => [...root.querySelectorAll(selector)];

/** What has this role and is read aloud. */
export function findByRole(
  root: HTMLElement,
  role: string,
  { name, exact, ...states }: RoleOptions,
): Element[] {
  // What is hidden is left out below: to compute the styles of every element takes most of the time of a search.
  const byName =
    name === undefined ? {} : { name: (description: string) => matches(collapse(description), name, exact) };
  return queryAllByRole(root, role, { hidden: true, ...states, ...byName }).filter(isRead);
}

/** What tells an element from what is around it, as the beginning and the end of its text. */
const isBound = /[$^]|\\[bB]|\(\?[=!<]/;

/** The smallest elements with these words. Where words that are bound to nothing are not, they are in no part either. */
export function findByText(root: ParentNode, words: Words, exact?: boolean): Element[] {
  const loose = words instanceof RegExp ? (isBound.test(words.source) ? undefined : words) : words;
  const smallest = (element: Element): Element[] => {
    if (element.matches('script, style, title')) return [];
    const text = collapse(element.textContent);
    if (loose !== undefined && !matches(text, loose)) return [];
    const inside = [...element.children].flatMap(smallest);
    return inside.length === 0 && matches(text, words, exact) ? [element] : inside;
  };
  return [...root.children].flatMap(smallest);
}

/** Fields and named elements by what names them. */
export function findByLabel(root: ParentNode, words: Words, exact?: boolean): Element[] {
  return within(root, 'input, select, textarea, [aria-label], [aria-labelledby]').filter((element) => {
    const labels = (element as HTMLInputElement).labels ?? [];
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = [
      ...[...labels].map((label) => label.textContent),
      element.getAttribute('aria-label'),
      ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
    ];
    return texts.some((text) => text && matches(collapse(text), words, exact));
  });
}

export const isOn = (element: Element) =>
  element.getAttribute('aria-checked') === 'true' || (element as HTMLInputElement).checked === true;

export const isDisabled = (element: Element) => element.matches(':disabled, [aria-disabled="true"]');
