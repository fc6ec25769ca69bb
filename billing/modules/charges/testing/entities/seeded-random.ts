import { randomOf } from '../random-histories.ts';

/** Pseudo-random numbers that a seed decides. */
export interface Random {
  /** Integer between two inclusive bounds. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): Random {
  const next = randomOf(seed);
  return {
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    chance: (probability) => next() < probability,
  };
}
