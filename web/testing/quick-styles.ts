/**
 * Setup of tests with happy-dom, which computes a style anew from those of all ancestors: most of the time of axe, and
 * much of a search by role or a click. No style sheet is loaded in these tests, so a style comes from the names of the
 * element and of its ancestors alone, and is kept for each such path. Elements that have styles of their own, and what
 * is inside them, are left to happy-dom.
 */
const browser = document.defaultView as Window & typeof globalThis;
const compute = browser.getComputedStyle.bind(browser);

/** Values by path, and by the name of a property. */
const kept = new Map<string, Map<string, unknown>>();

/** Undefined when something else than names gives the style. */
function pathOf(element: Element): string | undefined {
  if (!element.isConnected) return undefined;
  let path = '';
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (one.hasAttribute('style')) return undefined;
    // A dialog that is open has another style than a closed one.
    path += one.hasAttribute('open') ? `${one.tagName}[open] ` : `${one.tagName} `;
  }
  return path;
}

function keptValues(path: string): Map<string, unknown> {
  const known = kept.get(path);
  if (known) return known;
  if (document.querySelector('style, link[rel="stylesheet"]'))
    throw new Error('a style sheet is loaded: styles can no longer be kept by path');
  const values = new Map<string, unknown>();
  kept.set(path, values);
  return values;
}

/** The style of an element whose values are kept: each is computed when it is first read. */
function styleOf(element: Element): CSSStyleDeclaration {
  const path = pathOf(element);
  if (path === undefined) return compute(element);
  const values = keptValues(path);
  const keep = (key: string, read: () => unknown) => {
    if (!values.has(key)) values.set(key, read());
    return values.get(key);
  };
  const getPropertyValue = (name: string) =>
    keep(`getPropertyValue ${name}`, () => compute(element).getPropertyValue(name));
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'getPropertyValue') return getPropertyValue;
      const read = () => Reflect.get(compute(element), name);
      return typeof name === 'symbol' || name in CSSStyleDeclaration.prototype ? read() : keep(name, read);
    },
  });
}

browser.getComputedStyle = styleOf;
globalThis.getComputedStyle = styleOf;
