import jsQR from 'jsqr';

/** A part of a page with or without a browser. */
interface Part {
  getByRole(
    role: 'img',
    options: { readonly name: RegExp },
  ): {
    waitFor(): Promise<void>;
    evaluate<Result>(read: (element: Element) => Result): Promise<Result>;
  };
}

/** The payment code on the screen as the camera of a bank's app sees it. */
export async function readCode(within: Part): Promise<string | undefined> {
  const code = within.getByRole('img', { name: /^QR-код Національного банку/ });
  await code.waitFor();
  const { box, path } = await code.evaluate((svg) => ({
    box: svg.getAttribute('viewBox') ?? '',
    path: svg.querySelector('path')?.getAttribute('d') ?? '',
  }));
  const [quiet = 0, , side = 0] = box.split(' ').map(Number);
  const scale = 4;
  const width = side * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) {
    for (let dot = 0; dot < scale * scale; dot += 1) {
      const row = (Number(y) - quiet) * scale + Math.floor(dot / scale);
      const column = (Number(x) - quiet) * scale + (dot % scale);
      pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return jsQR.default(pixels, width, width)?.data;
}
