import { setPriority } from 'node:os';
import { openTarget } from '#platform/backup/backup-place.ts';
import { copyCluster } from '#platform/backup/copy-cluster.ts';
import { systemClock } from '#platform/clock.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';

/** Copies the cluster of a superuser's URL into a place, as `npm run backup` does. */
const [adminUrl = '', place = '', recipient = ''] = process.argv.slice(2);
setPriority(10);
await copyCluster(await openTarget(openObjects(place), recipient), { adminUrl, clock: systemClock });
