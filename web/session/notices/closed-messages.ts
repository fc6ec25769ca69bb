const CLOSED_KEY = 'svitlo.closedMessages';
const maxKept = 20;

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CLOSED_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** Whether a service message with this text was closed on this device. */
export function isClosed(message: string): boolean {
  return read().includes(message);
}

/** Keeps the newest texts. A browser without storage shows the message again after a reload. */
export function rememberClosed(message: string): void {
  try {
    localStorage.setItem(CLOSED_KEY, JSON.stringify([...read(), message].slice(-maxKept)));
  } catch {
    return;
  }
}
