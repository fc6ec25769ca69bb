import { commonMessages } from '#contract/messages/common-messages.ts';
import { text } from './day-night-text.ts';

/** The agreed sentence with the share that follows from the tariff; without one until it is known. */
export function dayNightOffer(percent: number | undefined): string {
  const share = percent === undefined ? '' : text.shareOf.replace('{percent}', String(percent));
  return commonMessages['promo.dayNight'].replace(text.share, share);
}

/** By how many percent the night is cheaper than the day; both are prices or multipliers of one. */
export function nightShare({ day, night }: { readonly day: string; readonly night: string }): number {
  return Math.round((1 - Number(night) / Number(day)) * 100);
}
