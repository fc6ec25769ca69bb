import { create } from 'zustand';
import { Icon } from './icon.tsx';
import { close } from './icons.ts';
import styles from './tip-area.module.css';

interface Tip {
  id: number;
  kind: 'good' | 'info' | 'bad';
  text: string;
}

const MOST = 3;

/** Short messages that float at the edge of the page until they are closed. */
const useTips = create<{ tips: readonly Tip[] }>(() => ({ tips: [] }));

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

/** Where short messages appear; read out when they do, and there until they are closed. */
export function TipArea({ closeLabel }: { closeLabel: string }) {
  const tips = useTips((state) => state.tips);
  return (
    <div className={styles.area} role="status">
      {tips.map((tip) => (
        <div key={tip.id} className={styles.tip} data-kind={tip.kind}>
          <span>{tip.text}</span>
          <button type="button" aria-label={closeLabel} onClick={() => closeTip(tip.id)}>
            <Icon drawing={close} />
          </button>
        </div>
      ))}
    </div>
  );
}
