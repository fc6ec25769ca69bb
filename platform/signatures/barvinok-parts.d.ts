/** Parts of the Ukrainian cryptography that only the server uses; they come without types. */
declare module '@ugla/barvinok-algos' {
  /** Hash, and what opens the containers of key files. */
  export function algos(): { hash(data: Uint8Array): Buffer };
}

declare module '@ugla/barvinok-asn1' {
  interface Node {
    seq(): Node;
    obj(...parts: Node[]): Node;
    key(name: string): Node;
    use(entity: Entity | ((value: never) => Entity)): Node;
    optional(): Node;
    def(value: unknown): Node;
    explicit(tag: number): Node;
    implicit(tag: number): Node;
    seqof(entity: Entity): Node;
    setof(entity: Entity): Node;
    choice(parts: Readonly<Record<string, Node>>): Node;
    any(): Node;
    int(): Node;
    enum(values: Readonly<Record<number, string>>): Node;
    objid(): Node;
    octstr(): Node;
    bitstr(): Node;
    gentime(): Node;
    null_(): Node;
  }

  /** `Value`: what the schema decodes to, which it can't say itself. */
  interface Entity<Value = unknown> {
    decode(data: Uint8Array, encoding: 'der'): Value;
    encode(value: unknown, encoding: 'der'): Buffer;
  }

  const asn1: { define<Value>(name: string, body: (this: Node) => void): Entity<Value> };
  export default asn1;
  export type { Entity };
}
