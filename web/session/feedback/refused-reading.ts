const EVENT = 'svitlo:reading-refused';

/** Tells that a reading was refused: a dead end that the customer is asked about. */
export function tellRefusedReading(): void {
  document.dispatchEvent(new Event(EVENT));
}

/** Returns how to stop listening. */
export function onRefusedReading(listener: () => void): () => void {
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
}
