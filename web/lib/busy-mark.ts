let underWay = 0;

function count(change: 1 | -1): void {
  underWay += change;
  // Prerendering has no document.
  globalThis.document?.documentElement.toggleAttribute('data-busy', underWay > 0);
}

/**
 * Marks the document (`data-busy`) while work is under way that changes what is shown: a call, code of a page or part, the
 * start. Tests wait until the mark is gone.
 */
export async function markBusy<T>(work: Promise<T>): Promise<T> {
  count(1);
  try {
    return await work;
  } finally {
    count(-1);
  }
}
