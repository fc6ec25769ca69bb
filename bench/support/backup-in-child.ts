import { openTarget } from '#platform/backup/backup-place.ts';
import { copyCluster } from '#platform/backup/copy-cluster.ts';
import { systemClock } from '#platform/clock.ts';
import { lowerPriority } from '#platform/host/lower-priority.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';

/** Copies the cluster of a superuser's URL into a place, as `npm run backup` does. */
const [adminUrl = '', place = '', recipient = ''] = process.argv.slice(2);
lowerPriority(19);
await copyCluster(await openTarget(openObjects(place), recipient), { adminUrl, clock: systemClock });
