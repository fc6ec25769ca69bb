import { constants, inflateRawSync } from 'node:zlib';
import { readZipParts } from '../zip/read-zip.ts';
import { maxZipParts } from './file-kind.ts';

type PdfProblem = 'actions' | 'damaged' | 'embeddedFile' | 'encrypted' | 'secondFormat' | 'tooComplex';

/** A name as a PDF may write it: each letter may be #hh (ISO 32000-1, 7.3.5). */
function namePattern(name: string): string {
  const letters = [...name].map((letter) => {
    const [first = '', second = ''] = letter.charCodeAt(0).toString(16);
    const digit = (one: string) => (/\d/.test(one) ? one : `[${one}${one.toUpperCase()}]`);
    return `(?:${letter}|#${digit(first)}${digit(second)})`;
  });
  return `/${letters.join('')}(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])`;
}

const anyOf = (...names: readonly string[]) => new RegExp(names.map(namePattern).join('|'));

/** Actions that run or send something; those that open a page or an address of the web are not. */
const actions = anyOf('JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'RichMedia', 'XFA');
const embedded = anyOf('EmbeddedFile', 'EmbeddedFiles', 'GoToE');
const objectStream = new RegExp(namePattern('ObjStm'), 'g');
const referenceStream = new RegExp(namePattern('XRef'), 'g');
/** The key of a trailer, with its reference or its dictionary. */
const encryption = new RegExp(`${namePattern('Encrypt')}\\s*(?:\\d+\\s+\\d+\\s+R|<<)`);

const maxStreams = 5000;
const maxUnpackedBytes = 100 * 1024 * 1024;
/** Dictionaries of streams and trailers are far shorter. */
const dictionaryBytes = 4096;

/**
 * Names of actions count wherever they are: a reader goes by offsets, so what looks like a comment or a text to one who reads from
 * the start may be an object. `Encrypt` is a key of the trailer alone.
 */
export function findPdfProblem(content: Buffer): PdfProblem | undefined {
  const text = content.toString('latin1');
  if (isEncrypted(text)) return 'encrypted';
  if (readZipParts(content, maxZipParts) !== undefined) return 'secondFormat';
  const problem = findActions(text);
  if (problem !== undefined) return problem;
  let [streams, unpacked] = [0, 0];
  for (const { index } of text.matchAll(objectStream)) {
    const objects = unpackObjects(content, text, index);
    if (typeof objects === 'string') return objects;
    streams += 1;
    unpacked += objects.text.length;
    if (streams > maxStreams || unpacked > maxUnpackedBytes) return 'tooComplex';
    const inside = findActions(objects.text);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function findActions(text: string): PdfProblem | undefined {
  if (actions.test(text)) return 'actions';
  return embedded.test(text) ? 'embeddedFile' : undefined;
}

/** Trailers stand after their word, or in the dictionary of a stream of references (ISO 32000-1, 7.5.5 and 7.5.8). */
function isEncrypted(text: string): boolean {
  const trailers = [...text.matchAll(/\btrailer\b/g)].map(
    ({ index }) => text.slice(index, index + dictionaryBytes).split('startxref')[0],
  );
  const dictionaries = [...text.matchAll(referenceStream)].map(({ index }) => {
    const end = text.indexOf('stream', index);
    return text.slice(Math.max(0, index - dictionaryBytes), end === -1 ? undefined : end);
  });
  return [...trailers, ...dictionaries].some((one) => one !== undefined && encryption.test(one));
}

/** The objects that a stream holds. What can't be looked into is refused: a reader may know how. */
function unpackObjects(
  content: Buffer,
  text: string,
  index: number,
): { readonly text: string } | 'damaged' | 'tooComplex' {
  const word = /stream(?:\r\n|\r|\n)/g;
  word.lastIndex = index;
  const found = word.exec(text);
  if (found === null) return { text: '' };
  const start = found.index + found[0].length;
  const end = text.indexOf('endstream', start);
  const packed = content.subarray(start, end === -1 ? undefined : end);
  // Objects that are not packed were read with the file.
  if (/^\s*\d+\s+\d+\s/.test(packed.toString('latin1', 0, 64))) return { text: '' };
  if ((packed[0] ?? 0) % 16 !== 8) return 'damaged';
  try {
    // After the header of zlib; readers bear a wrong check sum and a missing end.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes };
    return { text: inflateRawSync(packed.subarray(2), options).toString('latin1') };
  } catch (error) {
    return error instanceof RangeError ? 'tooComplex' : 'damaged';
  }
}
