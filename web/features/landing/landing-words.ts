import { useEffect, useState } from 'react';
import { type LandingWords, landingWords } from '#contract/values/landing-words.template.ts';

let known: LandingWords | undefined;
let isAsked = false;

/** For the markup that is made before anybody visits; undefined: the words that come with the product. */
export function presetLandingWords(words: LandingWords | undefined): void {
  known = words;
}

/** The server puts what is published into the first page itself (`data-words`), so that nothing changes while it is read. */
function servedWords(): LandingWords {
  const served = typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset;
  isAsked = served?.page === '/';
  return { ...landingWords, ...(JSON.parse(served?.words ?? '{}') as Partial<LandingWords>) };
}

async function loadWords(): Promise<LandingWords> {
  const [{ callApi }, { readLandingWords }] = await Promise.all([
    import('#web/lib/api.ts'),
    import('#contract/content/landing-words.ts'),
  ]);
  const result = await callApi(readLandingWords, {});
  return { ...landingWords, ...(result.ok && (result.data.words as Partial<LandingWords>)) };
}

/** The words of the first page as they are published; asked for once where another page was opened first. */
export function useLandingWords(): LandingWords {
  const [words, setWords] = useState(() => {
    known ??= servedWords();
    return known;
  });
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    loadWords().then(
      (loaded) => {
        known = loaded;
        setWords(loaded);
      },
      () => undefined,
    );
  }, []);
  return words;
}
