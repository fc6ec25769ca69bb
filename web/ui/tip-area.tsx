import { Icon } from './icon.tsx';
import { close } from './icons.ts';
import styles from './tip-area.module.css';
import { closeTip, useTips } from './tips.ts';

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
