import { text as balanceText } from '#web/features/balance/text.ts';
import type { FirstFacts } from './first-facts.ts';
import { text } from './text.ts';

/**
 * The first screen of the cabinet while it starts: an image that turns, and words; beneath them a place for what the page is
 * opened for, which the script in the head fills as soon as it knows it.
 */
export function LoadingScreen({ first }: { first?: FirstFacts | undefined }) {
  return (
    <div className="loading-screen" role="status">
      <img src="/spinner.svg" width="72" height="72" alt="" />
      <p>{text.loading}</p>
      {first === 'balance' && (
        <div className="loading-facts" data-first={first} hidden>
          <p>{balanceText.toPay}</p>
          <p className="loading-sum" data-say="sum" />
        </div>
      )}
      {first === 'window' && (
        <div className="loading-facts" data-first={first} hidden>
          <p className="loading-title" data-say="title" />
          <p data-say="rest" />
        </div>
      )}
    </div>
  );
}
