import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { readingAsk } from '#domain/readings/reading-ask.ts';
import { showDate } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { metersQuery } from './api.ts';
import { text } from './text.ts';

interface ReadingWayProps {
  account: string;
  to: '/cabinet/person/indication' | '/cabinet/entity/indication';
}

/**
 * The link to the readings page from any other page: highlighted and named by the pending action, else plain, with
 * the next opening of the window. Plain while that is unknown.
 */
export function ReadingWay({ account, to }: ReadingWayProps) {
  const { data } = useQuery(metersQuery(account));
  const ask = data && readingAsk(data);
  const isHighlighted = ask?.kind === 'give' || ask?.kind === 'sendPhoto';
  return (
    <>
      <Link to={to} className={buttonClass(isHighlighted ? 'lamp' : 'quiet')}>
        {text.way[ask?.kind ?? 'wait']}
      </Link>
      {ask?.kind === 'wait' && ask.opensOn && (
        <span>{formatText(text.blockedTill, { day: showDate(ask.opensOn) })}</span>
      )}
    </>
  );
}
