import { join } from 'node:path';
import { fileOf, pageTable } from '#contract/pages.ts';
import { measureBundle, measureRoutes, measureSigningWorker } from './bundle-size/measure-bundle.ts';

const dist = join(import.meta.dirname, '../dist/web');
const { landing, signIn, homeAdds, problems } = await measureBundle(dist);
for (const [page, size] of Object.entries({ landing, signIn })) {
  console.log(`${page}: JavaScript ${size.js}, CSS ${size.css}, fonts ${size.fonts} bytes`);
}
console.log(`going on to home adds ${homeAdds} bytes`);
const sources = pageTable.map((page) => `app/pages/${fileOf(page)}.tsx`);
const own = await measureRoutes(dist, sources);
const [heaviest] = own.routes.toSorted((one, other) => other.bytes - one.bytes);
console.log(
  `${own.routes.length} pages; the heaviest, ${heaviest?.source}, brings ${heaviest?.bytes} bytes of its own`,
);
const worker = await measureSigningWorker(dist, sources);
console.log(`the signing worker has ${worker.bytes} bytes`);
const all = [...problems, ...own.problems, ...worker.problems];
for (const problem of all) console.error(problem);
process.exitCode = all.length > 0 ? 1 : 0;
