import { commonMessages } from './common-messages.ts';

/** The agreed sentence with the share that follows from the tariff; without one until it is known. */
export function dayNightOffer(percent: number | undefined): string {
  return commonMessages['promo.dayNight'].replace(
    ' на 50 %',
    percent === undefined ? '' : ` на ${percent} %`,
  );
}

/** By how many percent the night is cheaper than the day; both are prices or multipliers of one. */
export function nightShare({ day, night }: { readonly day: string; readonly night: string }): number {
  return Math.round((1 - Number(night) / Number(day)) * 100);
}
