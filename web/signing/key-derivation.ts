import { Hash } from '@ugla/barvinok-gost89';

/** Called after each round. */
type OnRound = () => void;

const blockBytes = 32;

/** Rounds of a key file of the IIT format. */
export const iitRounds = 10_000;

/** Key of an IIT key file: GOST 34.311 over and over. */
export function deriveIitKey(password: Uint8Array, onRound: OnRound): Uint8Array {
  const hash = Hash.init();
  hash.update(password);
  const key = hash.finish(new Uint8Array(blockBytes));
  onRound();
  for (let round = 1; round < iitRounds; round++) {
    hash.reset();
    hash.update32(key);
    hash.finish(key);
    onRound();
  }
  return key;
}

/** PBKDF2 with HMAC of GOST 34.311, one block. Source: RFC 8018 5.2; the key of the HMAC is padded to 32 bytes. */
export function derivePbes2Key(
  password: Uint8Array,
  salt: Uint8Array,
  rounds: number,
  onRound: OnRound,
): Uint8Array {
  const hash = Hash.init();
  // The hash of each pad is the same in all rounds.
  const afterPad = (byte: number) => {
    const pad = new Uint8Array(blockBytes).fill(byte).map((value, at) => value ^ (password[at] ?? 0));
    hash.reset();
    hash.update32(pad);
    return { H: hash.H.slice(), S: hash.S.slice() };
  };
  const inner = afterPad(0x36);
  const outer = afterPad(0x5c);
  const resume = (state: typeof inner) => {
    hash.reset();
    hash.H.set(state.H);
    hash.S.set(state.S);
    hash.len = blockBytes;
  };
  const mac = new Uint8Array(blockBytes);
  const finishMac = () => {
    hash.finish(mac);
    resume(outer);
    hash.update32(mac);
    hash.finish(mac);
    onRound();
  };
  resume(inner);
  hash.update(Uint8Array.of(...salt, 0, 0, 0, 1));
  finishMac();
  const key = mac.slice();
  for (let round = 1; round < rounds; round++) {
    resume(inner);
    hash.update32(mac);
    finishMac();
    for (let at = 0; at < blockBytes; at++) key[at] = (key[at] ?? 0) ^ (mac[at] ?? 0);
  }
  for (const secret of [inner.H, inner.S, outer.H, outer.S, mac]) secret.fill(0);
  return key;
}
