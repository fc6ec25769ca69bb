import { text } from './text.ts';
import { isCabinetPage, type WorkerScope } from './worker-scope.ts';

const home = '/cabinet/person';
const icon = '/icons/icon-192.png';

interface Notice {
  readonly title: string;
  readonly body: string;
  /** Page that a press opens. */
  readonly path: string;
}

/** A page of this cabinet and nothing else, whatever was sent. */
function ownPage(path: unknown, { origin }: WorkerScope['location']): string {
  if (typeof path !== 'string' || !URL.canParse(path, origin)) return home;
  const url = new URL(path, origin);
  return url.origin === origin && isCabinetPage(url.pathname) ? url.pathname + url.search : home;
}

function readNotice(sent: string | undefined, location: WorkerScope['location']): Notice {
  try {
    const { title, body, path } = JSON.parse(sent ?? '') as Partial<Record<keyof Notice, unknown>>;
    if (typeof title === 'string' && typeof body === 'string') {
      return { title, body, path: ownPage(path, location) };
    }
  } catch {
    // Unreadable content is shown as a general text below.
  }
  return { ...text, path: home };
}

/** Shows what the server sent, also while no page is open. The same page twice is one notice, the newer one. */
export async function showPushed(worker: WorkerScope, sent: string | undefined): Promise<void> {
  const { title, body, path } = readNotice(sent, worker.location);
  await worker.registration.showNotification(title, { body, icon, lang: 'uk', tag: path, data: path });
}

/** Opens the page of a notice: the one that shows it already, else a new one, so that nothing typed is lost. */
export async function openPressed(worker: WorkerScope, data: unknown): Promise<void> {
  const path = ownPage(data, worker.location);
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = pages.find(({ url }) => url === worker.location.origin + path);
  await (shown ? shown.focus() : worker.clients.openWindow(path));
}
