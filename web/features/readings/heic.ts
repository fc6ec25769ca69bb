const BRAND_END = 12;
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'];

/**
 * Whether a file is an HEIC photo, which the server doesn't take and a phone can convert; decided by content, as on
 * the server.
 */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, BRAND_END).arrayBuffer());
  const letters = String.fromCharCode(...head);
  return letters.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(letters.slice(8));
}
