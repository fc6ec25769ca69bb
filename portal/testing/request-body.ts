import { allCalls } from '#contract/all-calls.ts';

const uploadPaths = new Set<string>(allCalls.flatMap(({ path, upload }) => (upload ? [path] : [])));

/** The body of a call as a client sends it; for an upload the field `file` of the payload is the file. */
export async function requestBody(path: string, payload: unknown): Promise<{ type: string; body: Buffer }> {
  if (!uploadPaths.has(path)) return { type: 'application/json', body: Buffer.from(JSON.stringify(payload)) };
  const { file, ...fields } = payload as { file?: Uint8Array<ArrayBuffer> };
  const form = new FormData();
  form.append('payload', JSON.stringify(fields));
  if (file) form.append('file', new Blob([file]));
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
