import { relative, resolve } from 'node:path';

/** A place inside of what is backed up would be lost with it. @throws Error with a sentence. */
export function checkPlace(place: string, dataFolder: string): void {
  if (place.startsWith('s3://')) return;
  const path = relative(dataFolder, resolve(place));
  if (path === '' || !path.startsWith('..'))
    throw new Error(`${place} lies in the data folder ${dataFolder}: name a place on another disk.`);
}
