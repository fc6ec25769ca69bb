import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { readingAsk } from '#domain/readings/reading-ask.ts';
import { showDate } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { metersQuery } from './api.ts';
import { BlockedMeter } from './meter/blocked-meter.tsx';
import { OpenMeter } from './meter/open-meter.tsx';
import { text } from './text.ts';

/**
 * The link to the readings page from any other page: highlighted and named by the pending action, else plain, with
 * the next opening of the window. Plain while that is unknown.
 */
export function ReadingWay({ account }: { account: string }) {
  const { data } = useQuery(metersQuery(account));
  const ask = data && readingAsk(data);
  const isHighlighted = ask?.kind === 'give' || ask?.kind === 'sendPhoto';
  return (
    <>
      <Link to="/cabinet/person/indication" className={buttonClass(isHighlighted ? 'lamp' : 'quiet')}>
        {text.way[ask?.kind ?? 'wait']}
      </Link>
      {ask?.kind === 'wait' && ask.opensOn && (
        <span>{formatText(text.blockedTill, { day: showDate(ask.opensOn) })}</span>
      )}
    </>
  );
}

interface BriefReadingProps {
  account: string;
  /** The contacts of the supplier, shown where nothing can be entered. */
  help: ReactNode;
}

/**
 * The reading form of an account with one meter, for a page that has loaded and named the meter: digits, one button,
 * and the result in the same place. It shares its draft with the full form.
 */
export function BriefReading({ account, help }: BriefReadingProps) {
  const { data } = useQuery(metersQuery(account));
  const meter = data?.meters[0];
  if (!data || !meter) return null;
  if (meter.blocked) return <BlockedMeter reason={meter.blocked} serial={meter.serialNumber} help={help} />;
  return <OpenMeter isBrief options={{ account, meter, window: data.window }} help={help} />;
}
