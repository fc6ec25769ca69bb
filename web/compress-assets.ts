import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const SMALLEST = 500;
const compressible = /\.(?:js|css|svg)$/;
const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Lays a .br and a .gz beside every script, style and drawing of a folder, so that the server only has to send them. */
export async function compressAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!compressible.test(name)) continue;
    const content = await readFile(`${folder}/${name}`);
    if (content.length < SMALLEST) continue;
    await writeFile(`${folder}/${name}.br`, await asBrotli(content));
    await writeFile(`${folder}/${name}.gz`, await asGzip(content, { level: 9 }));
  }
}
