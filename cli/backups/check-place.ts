import { relative, resolve } from 'node:path';
import type { Config } from '#portal/config.ts';

/** Whether an address is another one or lies in it. */
export function liesIn(address: string, other: string): boolean {
  const [inner, outer] = [address, other].map((one) => (one.endsWith('/') ? one : `${one}/`));
  return inner !== undefined && outer !== undefined && inner.startsWith(outer);
}

/** A place inside of what is backed up would be lost with it. @throws Error with a sentence. */
export function checkPlace(
  place: string,
  { dataFolder, filesTo }: Pick<Config, 'dataFolder' | 'filesTo'>,
): void {
  const address = place.startsWith('s3://') ? place : resolve(place);
  if (filesTo !== undefined && (liesIn(address, filesTo) || liesIn(filesTo, address)))
    throw new Error(`${place} has the files of FILES_TO (${filesTo}): name a place that has nothing else.`);
  if (place.startsWith('s3://')) return;
  const path = relative(dataFolder, address);
  if (path === '' || !path.startsWith('..'))
    throw new Error(`${place} lies in the data folder ${dataFolder}: name a place on another disk.`);
}
