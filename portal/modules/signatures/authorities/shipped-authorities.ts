import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#domain/time/instant.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { readAuthoritiesInWorker } from '../signature-workers.ts';
import { type AuthorityOrigin, type AuthorityUrls, insertAuthorities } from './authority-store.ts';

interface ShippedCertificate extends Partial<AuthorityUrls> {
  readonly file: string;
}

const folder = import.meta.dirname;
const sampleFolder = join(import.meta.dirname, '../../../../sample/signatures');

/** Real ones, see authorities/README.md. */
const shipped: readonly ShippedCertificate[] = [
  { file: 'czo-root-2020.cer', ocspUrl: 'http://czo.gov.ua/services/ocsp/' },
  {
    file: 'diia-2020.cer',
    ocspUrl: 'http://ca.informjust.ua/services/ocsp/',
    tspUrl: 'http://ca.informjust.ua/services/tsp/',
    cmpUrl: 'http://ca.informjust.ua/services/cmp/',
  },
  { file: 'diia-tsp-2023.cer' },
];

/** The root of the sample: its key is published, production does not trust it. */
const sample: readonly ShippedCertificate[] = [{ file: 'authority.cer' }];

/** Puts the certificates that come with the product where they are missing; safe to repeat, and on many nodes at once. */
export async function seedAuthorities(
  db: PortalDatabase,
  { production }: Pick<Config, 'production'>,
  now: Instant,
): Promise<void> {
  await seed(db, folder, shipped, { at: now, by: null, origin: 'shipped' });
  if (!production) await seed(db, sampleFolder, sample, { at: now, by: null, origin: 'sample' });
}

async function seed(
  db: PortalDatabase,
  from: string,
  certificates: readonly ShippedCertificate[],
  added: { readonly at: Instant; readonly by: null; readonly origin: AuthorityOrigin },
): Promise<void> {
  const found = await Promise.all(
    certificates.map(async ({ file, ...urls }) => {
      const read = await readAuthoritiesInWorker(await readFile(join(from, file)));
      const [facts] = read?.authorities ?? [];
      if (facts === undefined) throw new Error(`${file} is no certificate of an authority`);
      return { ...facts, ...urls };
    }),
  );
  await insertAuthorities(db, found, added);
}
