import { type Call, fileTypesOf, type InputOf, type OutputOf } from '#contract/define-call.ts';
import { ApiError, type ApiFailure, failureFrom, localFailure } from './api-failure.ts';
import { markBusy } from './busy-mark.ts';
import { takePrefetched } from './query/prefetch-call.ts';

export type ApiResult<T> = { ok: true; data: T } | { ok: false; failure: ApiFailure };

export interface CallOptions {
  /** Login and password (or code) of a sign-in call. */
  basicAuth?: { login: string; password: string };
  /** In place of the token of the session. */
  token?: string;
  signal?: AbortSignal;
}

interface SessionLink {
  /** The token of the session, when there is one. */
  token: () => string | undefined;
  /** A signed-in call that carried this token was answered with 401 or 403. */
  onSessionRefused: (token: string, httpStatus: number) => void;
}

interface Answered {
  response: Response;
  /** What the call was sent with; another user may have signed in before the answer came. */
  token: string | undefined;
}

let session: SessionLink = { token: () => undefined, onSessionRefused: () => undefined };

/** Ties the calls to the session; done once at the start. */
export function connectSession(link: SessionLink): void {
  session = link;
}

/**
 * Makes a declared call: POST JSON, with the token of the session added unless anybody may make it. Never throws for an answer: what the business
 * refuses, what is unreachable and what is broken all come back as a failure with a text that can be shown.
 * A 401 or 403 of a signed-in call also starts the end of the session. Source: product.md 3, base specification 6.
 */
export async function callApi<C extends Call>(
  call: C,
  payload: Omit<InputOf<C>, 'token'>,
  options: CallOptions = {},
): Promise<ApiResult<OutputOf<C>>> {
  return resultOf<C>(await send(call, payload, options));
}

async function resultOf<C extends Call>(
  answered: Answered | { failure: ApiFailure },
): Promise<ApiResult<OutputOf<C>>> {
  if ('failure' in answered) return { ok: false, failure: answered.failure };
  const body: unknown = await answered.response.json().catch(() => undefined);
  if (answered.response.ok && isSuccess(body)) return { ok: true, data: body as OutputOf<C> };
  return { ok: false, failure: refused(answered, body) };
}

/** Makes a call with a file (`upload`), which is sent as it is. Answers like `callApi`. */
export async function uploadFile<C extends Call>(
  call: C,
  payload: Omit<InputOf<C>, 'token'>,
  file: Blob,
): Promise<ApiResult<OutputOf<C>>> {
  return resultOf<C>(await send(call, payload, {}, file));
}

/** The same for a query: gives the data or throws `ApiError`. */
export async function queryApi<C extends Call>(
  call: C,
  payload: Omit<InputOf<C>, 'token'>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  const result = await callApi(call, payload, options);
  if (!result.ok) throw new ApiError(result.failure);
  return result.data;
}

/** Fetches a file of a declared call (a bill as PDF); its name comes from the server. `read`: takes it in, for who shows how much has come. */
export async function downloadFile<C extends Call>(
  call: C,
  payload: Omit<InputOf<C>, 'token'>,
  read = (response: Response) => response.blob(),
): Promise<ApiResult<{ blob: Blob; name: string }>> {
  const answered = await send(call, payload, {});
  if ('failure' in answered) return { ok: false, failure: answered.failure };
  const { response } = answered;
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    return { ok: false, failure: refused(answered, body) };
  }
  try {
    return { ok: true, data: { blob: await read(response), name: fileName(response.headers) } };
  } catch {
    return { ok: false, failure: localFailure('common.network') };
  }
}

/** Opens a stream of events; it ends with the signal. */
export async function openEvents<C extends Call>(
  call: C,
  payload: Omit<InputOf<C>, 'token'>,
  signal: AbortSignal,
): Promise<{ body: ReadableStream<Uint8Array<ArrayBuffer>> } | { failure: ApiFailure }> {
  const answered = await send(call, payload, { signal });
  if ('failure' in answered) return answered;
  const { response } = answered;
  if (response.ok && response.body) return { body: response.body };
  return { failure: refused(answered, await response.json().catch(() => undefined)) };
}

/** The token that calls are sent with now. */
export function tokenOfSession(): string | undefined {
  return session.token();
}

/** Hands a downloaded file to the browser to keep. */
export function saveFile(file: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Shows a file in a window that was opened for it, with the viewer of the browser, which prints it. */
export function showFile(view: Window, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  view.location.href = address;
  setTimeout(() => URL.revokeObjectURL(address), 10 * 60_000);
}

async function send(
  call: Call,
  payload: object,
  options: CallOptions,
  file?: Blob,
): Promise<Answered | { failure: ApiFailure }> {
  const audience = call.audienceOf?.(payload) ?? call.audience;
  const token = audience === 'public' ? undefined : (options.token ?? session.token());
  // The browser names the boundary of a form.
  const headers: Record<string, string> = file ? {} : { 'content-type': 'application/json' };
  if (options.basicAuth) headers.authorization = `Basic ${toBase64(options.basicAuth)}`;
  const json = JSON.stringify(token ? { ...payload, token } : payload);
  const { signal } = options;
  try {
    const early = file ? undefined : takePrefetched(call.path, json, signal);
    const body = file ? formOf(json, file) : json;
    const arriving = early ?? fetch(call.path, { method: 'POST', headers, body, signal: signal ?? null });
    // Nothing waits for a stream that stays open.
    const isStream = fileTypesOf(call).includes('text/event-stream');
    const response = await (isStream ? arriving : markBusy(arriving));
    return { response, token };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { failure: localFailure('common.network') };
  }
}

function refused({ response, token }: Answered, body: unknown): ApiFailure {
  const endsSession = response.status === 401 || response.status === 403;
  if (endsSession && token) session.onSessionRefused(token, response.status);
  // A date is no number: proxies may send one.
  const retryAfterSeconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return {
    ...failureFrom(response.status, body),
    ...(retryAfterSeconds >= 0 && { retryAfterSeconds }),
  };
}

/** The payload comes first: it is checked before the file is read. */
function formOf(payload: string, file: Blob): FormData {
  const form = new FormData();
  form.append('payload', payload);
  form.append('file', file);
  return form;
}

function isSuccess(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { status?: unknown }).status === 'success';
}

/** Letters beyond Latin in a password travel as UTF-8 (RFC 7617). */
function toBase64({ login, password }: { login: string; password: string }): string {
  const bytes = new TextEncoder().encode(`${login}:${password}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fileName(headers: Headers): string {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'document';
}
