import { buildWebIfStale } from '#cli/build-web-if-stale.ts';

// As a start does it, and marked as such: the journeys that follow do not build again.
await buildWebIfStale(() => console.log('Building the cabinet…'));
