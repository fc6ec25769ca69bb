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
