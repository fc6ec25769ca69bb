import { findInShell, SHELL_PAGE, type Shell } from './shell.ts';

/** What a service worker is told, as far as this one listens; the library of the types knows windows only. */
interface WaitableEvent {
  /** Keeps the worker alive until it is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchedEvent extends WaitableEvent {
  readonly request: Request;
  /** What the browser began to ask for while the worker started; undefined for what is no page. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** What the server sent to this browser. */
interface PushedEvent extends WaitableEvent {
  /** Null: nothing but that there is something. */
  readonly data: { text(): string } | null;
}

/** A press on what was shown. */
interface NoticePressedEvent extends WaitableEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

/** A page of this site that is open. */
interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface WorkerEvents {
  install: WaitableEvent;
  activate: WaitableEvent;
  fetch: FetchedEvent;
  push: PushedEvent;
  notificationclick: NoticePressedEvent;
}

export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}

const AHEAD = /<link\b[^>]*\brel="(?:module)?preload"[^>]*>\s*/g;

/**
 * A page without what it names to be loaded ahead: under a worker the code stands on the device, and a browser that has
 * loaded a file ahead past the worker loads it once more through it, and says so in the console.
 */
export async function withoutPreloads(response: Response): Promise<Response> {
  const { ok, status, statusText } = response;
  if (!ok || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  const headers = new Headers(response.headers);
  // They are of what came, not of what is passed on.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
  return new Response((await response.text()).replace(AHEAD, ''), { status, statusText, headers });
}

/** How long a page is waited for before what the device has is shown. */
const NETWORK_TIMEOUT_MS = 5000;

const CABINET =
  /^\/(?:$|cabinet(?:\/|$)|(?:auth|admin|recover|join|legal|quality|status)\/?$|sign-(?:in|up)\/)/;

/** Whether an address is a page of the cabinet: calls, files of others, the test bank and the probes are none. */
export function isCabinetPage(path: string): boolean {
  return CABINET.test(path);
}

/**
 * A page: from the network, so that a new build is seen at once; from the device when there is no network, it takes too
 * long, or what stands before the server says that the server is down.
 */
export async function answerPage(
  shell: Shell,
  request: Request,
  begun: Promise<Response | undefined>,
): Promise<Response> {
  const fromNetwork = begun.then((response) => response ?? fetch(request)).then(withoutPreloads);
  try {
    const response = await within(NETWORK_TIMEOUT_MS, fromNetwork);
    if (response && response.status < 502) return response;
  } catch {
    // Without a network the device answers below.
  }
  const known = await findInShell(shell, SHELL_PAGE);
  return known ? withoutPreloads(known) : fromNetwork;
}

/** What comes in time; undefined: nothing did. */
async function within<T>(milliseconds: number, coming: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
