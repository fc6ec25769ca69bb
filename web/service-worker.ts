import { openPressed, showPushed } from './worker/notices.ts';
import { answerAsset, answerFile, deleteOldShells, keepShell, type Shell } from './worker/shell.ts';
import { answerPage, type FetchedEvent, isCabinetPage, type WorkerScope } from './worker/worker-scope.ts';

/** Put here by the build. */
declare const __SHELL__: Shell;

const worker = self as unknown as WorkerScope;
const shell = __SHELL__;
const filesOfShell = new Set(shell.files);

worker.addEventListener('install', (event) => {
  // Takes over at once: pages come from the network first, and open tabs find the code of their build (worker/shell.ts).
  event.waitUntil(keepShell(shell).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    // A page that came without a worker goes on without one: what it has loaded ahead would be asked for once more.
    Promise.all([deleteOldShells(shell), worker.registration.navigationPreload?.enable()]),
  );
});

worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

worker.addEventListener('push', (event) => event.waitUntil(showPushed(worker, event.data?.text())));

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPressed(worker, event.notification.data));
});

/** Answers for pages, code and icons of the cabinet. Everything else, calls above all, goes past the worker. */
function answerTo({ request, preloadResponse }: FetchedEvent): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return undefined;
  if (request.mode === 'navigate') {
    return isCabinetPage(pathname) ? answerPage(shell, request, preloadResponse) : undefined;
  }
  if (pathname.startsWith('/assets/')) return answerAsset(shell, request);
  return filesOfShell.has(pathname) ? answerFile(shell, request) : undefined;
}
