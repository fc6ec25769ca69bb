interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const IDLE_TIMEOUT_MS = 2000;
/** After the page has come; its own data come first. */
const SETTLED_AFTER_MS = 1000;
/** Does what the page itself does not wait for, when it has had a second for its own data. Returns how to let it be. */
export function whenSettled(work: () => void): () => void {
  const timer = window.setTimeout(work, SETTLED_AFTER_MS);
  return () => window.clearTimeout(timer);
}

const nothing = () => undefined;

/**
 * Fetches something ahead when the page has had a second for its own data and the browser has nothing else to do, 2 s after
 * the page at the latest; never on a 2g network nor with data saver on nor without a network. Returns how to let it be.
 * Source: base specification, section 9.
 */
export function prefetchWhenIdle(fetchAhead: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return nothing;
  const work = () => {
    if (navigator.onLine) fetchAhead();
  };
  // Safari has no idle callback.
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(work, IDLE_TIMEOUT_MS);
    return () => window.clearTimeout(timer);
  }
  let handle: number | undefined;
  const letBe = whenSettled(() => {
    handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS - SETTLED_AFTER_MS });
  });
  return () => {
    letBe();
    if (handle !== undefined) window.cancelIdleCallback(handle);
  };
}

/** What is sent early: an account, and who asks. */
interface EarlyPayload {
  readonly account: string;
  readonly token: string;
}

/** A call that was sent before the code of the page had come. */
interface EarlyCall {
  readonly path: string;
  readonly payload: EarlyPayload;
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
  /** What it gave, once it has come; undefined for what was refused. */
  data: unknown;
}

declare global {
  interface Window {
    /** From the script in the head to the app: two bundles, which share nothing else. */
    earlyCalls?: readonly EarlyCall[] | undefined;
  }
}

/**
 * Sends a call now; whoever makes the same call soon is given its answer. Tells what it gave; undefined for what was refused
 * or never came.
 */
export function prefetchCall(path: string, payload: EarlyPayload): Promise<unknown> {
  const stop = new AbortController();
  const answer = fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    signal: stop.signal,
  });
  const call: EarlyCall = { path, payload, answer: answer.then(wholeOf), stop, data: undefined };
  window.earlyCalls = [...(window.earlyCalls ?? []), call];
  return call.answer
    .then((response) => response.clone().json())
    .then((body: { status?: unknown }) => {
      if (body.status === 'success') call.data = body;
      return call.data;
    })
    .catch(() => undefined);
}

/** The answer of the same call – the same path, payload and token – that was sent early; each is given once. */
export function takePrefetched(
  path: string,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Response> | undefined {
  const call = early().find((item) => item.path === path && JSON.stringify(item.payload) === body);
  if (!call || signal?.aborted) return undefined;
  window.earlyCalls = early().filter((item) => item !== call);
  signal?.addEventListener('abort', () => call.stop.abort(), { once: true });
  return call.answer;
}

/** What has come already for who holds this token; each is given once. */
export function takePrefetchedData(token: string): { path: string; account: string; data: unknown }[] {
  const here = early().filter(({ data, payload }) => data !== undefined && payload.token === token);
  if (here.length > 0) window.earlyCalls = early().filter((item) => !here.includes(item));
  return here.map(({ path, payload, data }) => ({ path, account: payload.account, data }));
}

/** Waits until all of them are answered, at most so long. */
export async function prefetchAnswered(milliseconds: number): Promise<void> {
  const all = early().map(({ answer }) => answer);
  if (all.length === 0) return;
  await Promise.race([
    Promise.allSettled(all),
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
  ]);
}

/** What nobody has taken by now is old. */
export function clearPrefetched(): void {
  window.earlyCalls = undefined;
}

const early = () => (typeof window === 'undefined' ? [] : (window.earlyCalls ?? []));

/** With its body: of a `Response` alone the body may still be on its way. */
async function wholeOf(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(await response.text(), { status, headers });
}
