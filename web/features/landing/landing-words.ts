import { useEffect, useState } from 'react';
import { type LandingWords, landingWords } from '#contract/values/landing-words.template.ts';
import { singleFlight } from '#platform/single-flight.ts';

let known: LandingWords | undefined;
let isPublished = false;

/** For the markup that is made before anybody visits; undefined: the words that come with the product. */
export function presetLandingWords(words: LandingWords | undefined): void {
  known = words;
}

/** The server puts what is published into the first page itself (`data-words`), so that nothing changes while it is read. */
function servedWords(): LandingWords {
  const served = typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset;
  isPublished = served?.page === '/';
  return { ...landingWords, ...(JSON.parse(served?.words ?? '{}') as Partial<LandingWords>) };
}

const loading = singleFlight(async () => {
  const [{ callApi }, { readLandingWords }] = await Promise.all([
    import('#web/lib/api.ts'),
    import('#contract/content/landing-words.ts'),
  ]);
  const result = await callApi(readLandingWords, {});
  if (!result.ok) return undefined;
  known = { ...landingWords, ...(result.data.words as Partial<LandingWords>) };
  isPublished = true;
  return known;
});

/** The words of the first page as they are published; loaded where another page was opened first, until they have come. */
export function useLandingWords(): LandingWords {
  const [words, setWords] = useState(() => {
    known ??= servedWords();
    return known;
  });
  useEffect(() => {
    if (isPublished) return;
    loading.run().then(
      (loaded) => loaded && setWords(loaded),
      () => undefined,
    );
  }, []);
  return words;
}
