/**
 * How the process of a closing runs: it makes much garbage of a few milliseconds and keeps little, so that a small young
 * generation and a bounded old one hold its memory down whatever the number of accounts; one thread clears it away, the other
 * cores are the database's.
 */
export const closingFlags: readonly string[] = [
  '--max-semi-space-size=16',
  '--max-old-space-size=256',
  '--no-parallel-scavenge',
];
