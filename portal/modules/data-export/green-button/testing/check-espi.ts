import { type EspiType, espiResources, espiTypes } from './espi-structure.ts';
import type { ReadElement } from './read-xml.ts';

/** One sentence for every way in which a feed is no Green Button: Atom (RFC 4287) around resources of espi.xsd. */
export function checkEspi(feed: ReadElement): string[] {
  if (feed.name !== 'feed' || feed.attributes.xmlns !== 'http://www.w3.org/2005/Atom')
    return ['no Atom feed'];
  if (feed.attributes['xmlns:espi'] !== 'http://naesb.org/espi') return ['no ESPI namespace'];
  const entries = feed.children.filter(({ name }) => name === 'entry');
  const ids = [feed, ...entries].map((one) => textOf(one, 'id'));
  return [
    ...['id', 'title', 'updated', 'author'].flatMap((name) => once(feed, name)),
    ...(new Set(ids).size === ids.length ? [] : ['an id stands twice']),
    ...ids.filter(
      (id) => !/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id),
    ),
    ...entries.flatMap(checkEntry),
  ];
}

function checkEntry(entry: ReadElement): string[] {
  const where = textOf(entry, 'title');
  const links = entry.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes);
  const [content] = entry.children.filter(({ name }) => name === 'content');
  const [resource, more] = content?.children ?? [];
  const name = espiResources.find((each) => `espi:${each}` === resource?.name);
  return [
    ...['id', 'title', 'content', 'published', 'updated'].flatMap((each) => once(entry, each)),
    ...(links[0]?.rel === 'self' && links[1]?.rel === 'up' ? [] : ['links do not begin with self and up']),
    ...(links.every(({ href, type }) => href && /^espi-(?:entry|feed)\/\w+$/.test(type ?? ''))
      ? []
      : ['a link says no type']),
    ...(content?.attributes.type === 'application/xml' ? [] : ['content is not application/xml']),
    ...(resource && name && !more ? checkType(resource, name) : ['content is not one resource']),
  ].map((problem) => `${where}: ${problem}`);
}

function checkType(element: ReadElement, typeName: string): string[] {
  const type: EspiType | undefined = espiTypes[typeName];
  if (!type) return [`${typeName} is no type`];
  if ('simple' in type) return checkSimple(element, type);
  if (element.text.trim() !== '') return [`${element.name} has text`];
  const problems: string[] = [];
  let rest = element.children;
  for (const { name, type: of, many, required } of type.sequence) {
    const count = rest.findIndex((child) => child.name !== `espi:${name}`);
    const found = rest.slice(0, count < 0 ? rest.length : count);
    if (required && found.length === 0) problems.push(`${element.name} without ${name}`);
    if (!many && found.length > 1) problems.push(`${element.name} with more than one ${name}`);
    problems.push(...found.flatMap((child) => checkType(child, of)));
    rest = rest.slice(found.length);
  }
  return [...problems, ...rest.map(({ name }) => `${name} has no place in ${element.name}`)];
}

function checkSimple(
  { name, text, children }: ReadElement,
  { simple, least, most }: Extract<EspiType, { simple: RegExp }>,
): string[] {
  const isRight = children.length === 0 && simple.test(text) && isWithin(text, least, most);
  return isRight ? [] : [`${name} is "${text}"`];
}

function isWithin(text: string, least: bigint | undefined, most: bigint | undefined): boolean {
  return (least === undefined || BigInt(text) >= least) && (most === undefined || BigInt(text) <= most);
}

const once = ({ name: of, children }: ReadElement, name: string) =>
  children.filter((child) => child.name === name).length === 1 ? [] : [`${of} needs one ${name}`];

const textOf = ({ children }: ReadElement, name: string) =>
  children.find((child) => child.name === name)?.text ?? '';
