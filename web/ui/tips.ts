import { create } from 'zustand';

export interface Tip {
  id: number;
  kind: 'good' | 'info' | 'bad';
  text: string;
}

const MOST = 3;

/** Short messages that float at the edge of the page until they are closed. */
export const useTips = create<{ tips: readonly Tip[] }>(() => ({ tips: [] }));

let lastId = 0;

/** Shows a short message and answers its id; the oldest of more than three goes. */
export function showTip(kind: Tip['kind'], text: string): number {
  lastId += 1;
  const tip = { id: lastId, kind, text };
  useTips.setState(({ tips }) => ({ tips: [...tips.slice(1 - MOST), tip] }));
  return lastId;
}

/** A window opens: what was said before is not read over it. */
export function closeTips(): void {
  useTips.setState({ tips: [] });
}

export function closeTip(id: number): void {
  useTips.setState(({ tips }) => ({ tips: tips.filter((tip) => tip.id !== id) }));
}
