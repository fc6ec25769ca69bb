import { Buffer } from 'buffer';

/** What the cryptography expects of Node; imported before it. */
Object.assign(globalThis, { global: globalThis, Buffer });
