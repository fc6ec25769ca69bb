import * as z from 'zod/mini';
import type { AuthorityUrls } from './authority-store.ts';

const host = z.optional(z.nullable(z.string().check(z.maxLength(300))));
const port = z.optional(z.nullable(z.union([z.string(), z.number()])));

/** A row of `CAs.json` as czo.gov.ua publishes it; other fields are left out. */
const registrySchema = z.array(
  z.object({
    issuerCNs: z.array(z.string().check(z.maxLength(500))),
    ocspAccessPointAddress: host,
    ocspAccessPointPort: port,
    cmpAddress: host,
    tspAddress: host,
    tspAddressPort: port,
  }),
);

/** 'ca.example.ua/services/ocsp/' and '80'. Null: there is no such server, or its address can't be one. */
function urlOf(
  address: string | null | undefined,
  portNumber: string | number | null | undefined,
): string | null {
  if (!address) return null;
  const text = /^https?:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const number = Number(portNumber);
  if (portNumber && Number.isInteger(number) && url.port === '' && number !== 80 && number !== 443)
    url.port = String(number);
  return url.href;
}

/** The addresses in a registry of authorities; undefined: the file is none. */
export function readRegistry(
  file: Buffer,
): readonly (AuthorityUrls & { readonly names: readonly string[] })[] | undefined {
  if (!/^\s*\[/.test(file.toString('utf8', 0, 100).replace(/^\uFEFF/, ''))) return undefined;
  try {
    const parsed = registrySchema.safeParse(JSON.parse(file.toString('utf8').replace(/^\uFEFF/, '')));
    return parsed.data?.map((row) => ({
      names: row.issuerCNs,
      ocspUrl: urlOf(row.ocspAccessPointAddress, row.ocspAccessPointPort),
      tspUrl: urlOf(row.tspAddress, row.tspAddressPort),
      cmpUrl: urlOf(row.cmpAddress, undefined),
    }));
  } catch {
    return undefined;
  }
}
