import type { Instant } from '#domain/time/instant.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { uuidOfName } from '#platform/uuid-of-name.ts';
import { element, textElement, type XmlElement } from './xml.ts';

/** Under it the paths of resources give their ids. */
const space = '3bcdc5d9-d9fd-4bd2-b067-7825b171ca67';

export interface Resource {
  /** Where it would be: 'UsagePoint/1/MeterReading/2'. */
  readonly path: string;
  readonly title: string;
  /** Resources that belong to it. */
  readonly related: readonly string[];
  readonly content: XmlElement;
}

/** The same for the same resource of the same account, whenever it is asked for. */
export const resourceId = (accountNumber: string, path: string) =>
  `urn:uuid:${uuidOfName(space, `${accountNumber}/${path}`)}`;

/** A resource as an entry of the feed (RFC 4287, section 4.1.2), tied to others by links as ESPI does. */
export function atomEntry(accountNumber: string, at: Instant, resource: Resource): XmlElement {
  const { path, title, related, content } = resource;
  const moment = instantToIso(at);
  return element('entry', [
    textElement('id', resourceId(accountNumber, path)),
    link('self', path),
    link('up', path.slice(0, path.lastIndexOf('/'))),
    ...related.map((other) => link('related', other)),
    textElement('title', title, { type: 'text' }),
    element('content', [content], { type: 'application/xml' }),
    textElement('published', moment),
    textElement('updated', moment),
  ]);
}

/** A link to a resource, or to all resources of a kind when the path ends with their name. */
export function link(rel: 'self' | 'up' | 'related', path: string): XmlElement {
  const parts = path.split('/');
  const type = parts.length % 2 === 0 ? `espi-entry/${parts.at(-2)}` : `espi-feed/${parts.at(-1)}`;
  return element('link', [], { rel, href: path, type });
}
