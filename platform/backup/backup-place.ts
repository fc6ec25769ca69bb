import type { ObjectFacts, ObjectStore } from '../object-store/object-store.ts';
import { newSealingKey, openObject, openSealingKey, type SealingKey, sealObject } from './sealing.ts';

/** What is in the clear at a place: which backup it is and for whom it is sealed. */
interface PlaceFacts {
  readonly format: 1;
  readonly recipient: string;
}

const factsName = 'backup.json';
/** The name of the sealing key is the end of the name of what it sealed. */
const sealedName = /^(.+)\.([0-9a-f]{16})\.sealed$/;

/** Where backups are written: sealed objects, and the sealing keys for the operator. */
export interface BackupTarget {
  readonly address: string;
  put(name: string, content: Uint8Array): Promise<void>;
  list(prefix: string): AsyncIterable<ObjectFacts>;
  remove(facts: ObjectFacts): Promise<void>;
}

/** Where backups are read. */
export interface BackupSource {
  readonly address: string;
  /** undefined: there is no such object. @throws Error with a sentence when it is damaged or sealed for another key. */
  get(facts: ObjectFacts): Promise<Buffer>;
  list(prefix: string): AsyncIterable<ObjectFacts>;
}

async function readFacts(store: ObjectStore): Promise<PlaceFacts | undefined> {
  const content = await store.get(factsName);
  if (content === undefined) return undefined;
  const facts = JSON.parse(content.toString()) as PlaceFacts;
  if (facts.format !== 1) throw new Error(`The backups of ${store.address} are of a newer version.`);
  return facts;
}

/** The objects of a prefix under their own names; of an object that was sealed twice each is listed. */
async function* listSealed(store: ObjectStore, prefix: string): AsyncGenerator<ObjectFacts> {
  for await (const facts of store.list(prefix)) if (sealedName.test(facts.name)) yield facts;
}

/** The name of an object that it was put under. */
export function nameOf({ name }: ObjectFacts): string {
  return sealedName.exec(name)?.[1] ?? name;
}

/**
 * Opens a place for writing; an empty one becomes a place of backups. @throws Error with a sentence when it has other things, or backups
 * for another recipient.
 */
export async function openTarget(store: ObjectStore, recipient: string): Promise<BackupTarget> {
  const facts = await readFacts(store);
  if (facts === undefined) {
    for await (const { name } of store.list(''))
      throw new Error(`${store.address} is no place of backups: it has ${name}. Name an empty one.`);
    await store.put(factsName, Buffer.from(JSON.stringify({ format: 1, recipient } satisfies PlaceFacts)));
  } else if (facts.recipient !== recipient) {
    throw new Error(
      `The backups of ${store.address} are sealed for ${facts.recipient}, not for ${recipient}: name another place.`,
    );
  }
  // Of this process alone, and never stored in the clear.
  const sealing: SealingKey = await newSealingKey(recipient);
  await store.put(`keys/${sealing.id}.age`, sealing.sealed);
  return {
    address: store.address,
    put: async (name, content) =>
      store.put(`${name}.${sealing.id}.sealed`, await sealObject(content, name, sealing)),
    list: (prefix) => listSealed(store, prefix),
    remove: ({ name }) => store.remove(name),
  };
}

/** Opens a place for reading. @throws Error with a sentence when it has no backups, or they are sealed for another key. */
export async function openSource(
  store: ObjectStore,
  operator: { readonly secret: string; readonly recipient: string },
): Promise<BackupSource> {
  const facts = await readFacts(store);
  if (facts === undefined) throw new Error(`There are no backups at ${store.address}.`);
  if (facts.recipient !== operator.recipient)
    throw new Error(`The backups of ${store.address} are sealed for ${facts.recipient}: give its key file.`);
  const keys = new Map<string, Buffer>();
  async function keyOf(id: string): Promise<Buffer> {
    const known = keys.get(id);
    if (known) return known;
    const sealed = await store.get(`keys/${id}.age`);
    if (sealed === undefined) throw new Error(`The backup is damaged: keys/${id}.age is missing.`);
    const key = await openSealingKey(sealed, operator.secret);
    keys.set(id, key);
    return key;
  }
  return {
    address: store.address,
    async get({ name }) {
      const [, own = '', id = ''] = sealedName.exec(name) ?? [];
      const sealed = await store.get(name);
      if (sealed === undefined) throw new Error(`The backup is damaged: ${name} is missing.`);
      return openObject(sealed, own, await keyOf(id));
    },
    list: (prefix) => listSealed(store, prefix),
  };
}
