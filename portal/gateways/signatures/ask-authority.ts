/** Servers of time stamps and of revocation. */
const timeLimitMs = 8000;
/** A token with its certificates has some 5 kB. */
const maxAnswerBytes = 256 * 1024;

/**
 * Asks a server of an authority; undefined: it refused, did not answer in time, or answered too much. The caller has checked that
 * the host is one of a known authority; redirects are not followed.
 */
export async function askAuthority(
  url: string,
  request: Uint8Array,
  kind: 'ocsp' | 'timestamp',
): Promise<Buffer | undefined> {
  const mediaType = kind === 'ocsp' ? 'application/ocsp-request' : 'application/timestamp-query';
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': mediaType },
      body: Buffer.from(request),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (!response.ok || response.body === null) return undefined;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}
