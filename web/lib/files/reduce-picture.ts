const MAX_SIDE_PX = 1600;
const QUALITY = 0.82;
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

/**
 * Reduces a picture for slow networks as the server stores it: at most 1600 px, JPEG, upright, on white. Null if the
 * browser can't decode the file as an image.
 */
export async function reducePicture(file: Blob): Promise<Blob | null> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    }
    picture.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } catch {
    return null;
  }
}
