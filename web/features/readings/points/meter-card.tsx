import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { text as common } from '#web/lib/text.ts';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { metersQuery } from '../api.ts';
import { BlockedMeter } from '../meter/blocked-meter.tsx';
import { OpenMeter } from '../meter/open-meter.tsx';
import { text as readingsText } from '../text.ts';
import type { Line } from './lines/points-data.ts';
import { text } from './text.ts';

interface MeterCardProps {
  account: string;
  line: Line;
  help: ReactNode;
  onClose: () => void;
}

/** The card form of one meter over the table: what a cell can't do, such as a photo, a correction or a receipt. */
export function MeterCard({ account, line, help, onClose }: MeterCardProps) {
  const query = useQuery(metersQuery(account));
  const { meterId, serialNumber } = line.row;
  return (
    <Dialog
      open
      title={formatText(text.cardTitle, { serial: serialNumber })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <QueryPart query={query} failed={readingsText.loadFailed} skeleton={<Skeleton shape="tile" />}>
        {({ meters, window }) => {
          const meter = meters.find((one) => one.meterId === meterId);
          if (!meter) return null;
          if (meter.blocked)
            return <BlockedMeter reason={meter.blocked} serial={meter.serialNumber} help={help} />;
          return <OpenMeter options={{ account, meter, window }} help={help} />;
        }}
      </QueryPart>
    </Dialog>
  );
}
