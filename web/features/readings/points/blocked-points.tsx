import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { BlockedMeter } from '../meter/blocked-meter.tsx';
import type { Point } from './lines/points-data.ts';
import styles from './points.module.css';
import { text } from './text.ts';

interface BlockedPointsProps {
  points: readonly Point[];
  help: ReactNode;
  /** False: the closed list is not filled yet. */
  isListed: boolean;
}

/** The points that take no readings, by reason, with what to do instead. */
export function BlockedPoints({ points, help, isListed }: BlockedPointsProps) {
  const blocked = points.flatMap((point) => (point.blocked ? [{ point, reason: point.blocked }] : []));
  if (blocked.length === 0) return null;
  const reasons = [...Map.groupBy(blocked, ({ reason }) => reason.code)];
  const [only] = reasons;
  if (blocked.length === points.length && reasons.length === 1 && only?.[1][0])
    return <BlockedMeter reason={only[1][0].reason} help={help} />;
  return (
    <Disclosure summary={formatText(text.blockedSummary, { n: blocked.length })}>
      {isListed && (
        <Stack gap="2">
          {reasons.map(([code, found]) => (
            <Stack key={code} gap="1">
              {found[0] && <BlockedMeter reason={found[0].reason} help={help} />}
              <ul className={styles.blocked}>
                {found.map(({ point }) => (
                  <li key={point.eic}>
                    {point.object || point.address} · {point.eic}
                  </li>
                ))}
              </ul>
            </Stack>
          ))}
        </Stack>
      )}
    </Disclosure>
  );
}
