import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { derOfText, fileKindOf } from '../files/file-kind.ts';
import { gosthash, toBuffer } from './library.ts';

/** A signature taken out of its file. */
export interface OpenedContainer {
  readonly container: 'p7s' | 'asice';
  /** DER of the CMS message. */
  readonly cms: Buffer;
  /** What is signed when the message does not hold it: the document, or the manifest that has its digest. */
  readonly detached: Buffer;
  /** Whether the container holds, or names by its digest, these very bytes of the document. */
  readonly isOfDocument: boolean;
}

/** 'wrongFile': no signature; 'severalSigners': more than one; 'xades': a signature of another format. */
type Refusal = 'wrongFile' | 'severalSigners' | 'xades';

const maxUnpackedBytes = 40 * 1024 * 1024;
const maxParts = 100;
const maxManifestBytes = 256 * 1024;
const zipSignature = 0x504b0304;

/** The signature in a .p7s (DER, PEM or base64) or an .asice. `document`: the bytes that it should be of. */
export function openContainer(file: Uint8Array, document: Uint8Array): OpenedContainer | Refusal {
  const bytes = toBuffer(file);
  if (bytes.length < 8) return 'wrongFile';
  const kind = fileKindOf(bytes);
  if (kind === 'asiceXades' || kind === 'xmlSignature') return 'xades';
  if (bytes.readUInt32BE(0) === zipSignature) return openAsic(bytes, toBuffer(document));
  const cms = bytes[0] === 0x30 ? bytes : derOfText(bytes);
  if (cms === undefined) return 'wrongFile';
  return { container: 'p7s', cms, detached: toBuffer(document), isOfDocument: true };
}

/** ASiC with CAdES: ASiC-E with a manifest, ASiC-S with one file (ETSI EN 319 162-1). */
function openAsic(bytes: Buffer, document: Buffer): OpenedContainer | Refusal {
  const files = unpack(bytes);
  if (files === undefined || !/^application\/vnd\.etsi\.asic-[es]\+zip$/.test(text(files.get('mimetype'))))
    return 'wrongFile';
  const signatures = [...files].filter(([name]) => /^META-INF\/[^/]*signature[^/]*\.p7s$/i.test(name));
  const [signature] = signatures;
  if (signature === undefined) return 'wrongFile';
  if (signatures.length > 1) return 'severalSigners';
  const [signatureName, cms] = signature;
  const manifest = [...files].find(([name]) => /^META-INF\/ASiCManifest[^/]*\.xml$/i.test(name))?.[1];
  if (manifest === undefined) {
    const signed = [...files].filter(([name]) => name !== 'mimetype' && !name.startsWith('META-INF/'));
    const content = signed.length === 1 ? signed[0]?.[1] : undefined;
    if (content === undefined) return 'wrongFile';
    return { container: 'asice', cms, detached: content, isOfDocument: content.equals(document) };
  }
  const named = manifest.length > maxManifestBytes ? undefined : readManifest(manifest);
  if (named === undefined || named.signature !== signatureName) return 'wrongFile';
  const isOfDocument = named.objects.some(
    ({ name, algorithm, digest }) =>
      files.get(name)?.equals(document) === true && isDigestOf(document, algorithm, digest),
  );
  return { container: 'asice', cms, detached: manifest, isOfDocument };
}

/** Names and bytes; undefined: no archive, or one that is larger than it may be. Its declared sizes are a limit of the library. */
function unpack(bytes: Buffer): ReadonlyMap<string, Buffer> | undefined {
  let unpacked = 0;
  let parts = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ originalSize }) {
        unpacked += originalSize;
        parts += 1;
        if (unpacked > maxUnpackedBytes || parts > maxParts) throw new Error('too large');
        return true;
      },
    });
    return new Map(Object.entries(files).map(([name, content]) => [name, toBuffer(content)]));
  } catch {
    return undefined;
  }
}

const text = (content: Buffer | undefined) => content?.subarray(0, 100).toString('latin1').trim() ?? '';

/** The signature that a manifest is signed by, and the objects with their digests. undefined: it is none. */
function readManifest(manifest: Buffer) {
  const xml = manifest.toString('utf8').replace(/<!--[\s\S]*?-->/g, '');
  if (/<!DOCTYPE|<!\[CDATA\[/i.test(xml)) return undefined;
  const signature = /<(?:\w+:)?SigReference\b[^>]*\bURI="([^"]+)"/.exec(xml)?.[1];
  if (signature === undefined) return undefined;
  const objects = xml
    .split(/<(?:\w+:)?DataObjectReference\b/)
    .slice(1)
    .flatMap((part) => {
      const name = /^[^>]*\bURI="([^"]+)"/.exec(part)?.[1];
      const algorithm = /<(?:\w+:)?DigestMethod\b[^>]*\bAlgorithm="([^"]+)"/.exec(part)?.[1];
      const digest = /<(?:\w+:)?DigestValue\b[^>]*>\s*([A-Za-z0-9+/=\s]+)</.exec(part)?.[1];
      return name && algorithm && digest ? [{ name: nameOf(name), algorithm, digest }] : [];
    });
  return { signature: nameOf(signature), objects };
}

function nameOf(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** By the names of XML signatures; GOST 34.311 by its OID or name. */
function isDigestOf(document: Buffer, algorithm: string, digest: string): boolean {
  const wanted = Buffer.from(digest.replace(/\s+/g, ''), 'base64');
  const sha = /sha(256|384|512)$/i.exec(algorithm)?.[1];
  if (sha !== undefined) return createHash(`sha${sha}`).update(document).digest().equals(wanted);
  const isGost = /gost-?34\.?311|1\.2\.804\.2\.1\.1\.1\.1\.2\.1$/i.test(algorithm);
  return isGost && gosthash(document).equals(wanted);
}
