import type { Request } from '@playwright/test';

/** The payload of an upload call: the first field of its form. The browser shows no bytes of the file. */
export function uploadPayload(request: Request): Readonly<Record<string, unknown>> {
  const text = /name="payload"\r\n\r\n(.*)\r\n/.exec(request.postData() ?? '')?.[1];
  if (text === undefined) throw new Error('the request has no payload field');
  return JSON.parse(text);
}
