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
