import { openText } from '#platform/seal-text.ts';

/** What is sealed; undefined when the secret of the server is another one now, so that it is as if it were not there. */
export function openSealed(secret: Buffer, sealed: Buffer): string | undefined {
  try {
    return openText(secret, sealed);
  } catch {
    return undefined;
  }
}
