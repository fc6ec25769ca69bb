import { tableOf } from '../table-of.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordLength } from './password-length.ts';

const SHORTEST_NAME = 3;
const DIGITS_OF_A_NUMBER = 7;

/**
 * Whether fewer than `shortest` characters of a password (in small letters, itself not shorter) are left without the
 * known facts about its owner.
 */
function isPersonal(lower: string, known: readonly string[], shortest: number): boolean {
  let rest = lower;
  for (const piece of known.flatMap(piecesOf).sort((a, b) => b.length - a.length)) {
    rest = rest.replaceAll(piece, '');
  }
  return Array.from(rest).length < shortest;
}

/** The parts of a phone, account, e-mail address or name that a password may contain. */
function piecesOf(known: string): string[] {
  const text = known.normalize('NFC').toLowerCase().trim();
  const digits = text.replace(/\D/g, '');
  if (digits.length >= DIGITS_OF_A_NUMBER && /^[\d\s+()-]+$/.test(text)) {
    return [digits, digits.slice(-10), digits.slice(-9), digits.slice(-DIGITS_OF_A_NUMBER)];
  }
  const at = text.indexOf('@');
  const words = at < 0 ? [text] : [text, text.slice(0, at), ...text.slice(0, at).split(/[^\p{L}\p{N}]/u)];
  return words.filter((word) => Array.from(word).length >= SHORTEST_NAME);
}

/**
 * Words common in leaked lists, in Latin letters without digits at their ends. Ukrainian and Russian words are listed
 * by the keys they are typed with ("gfhjkm"), to which `keysOf` maps Cyrillic letters: both ways of typing them are
 * found.
 */
const words = `
password passwort passwd pass passcode parol parole parolparol secret secrets admin administrator root user username guest login
logon welcome hello letmein access master changeme default test testing tester temp temporary demo example sample system
server oracle mysql postgres windows microsoft apple google facebook instagram telegram viber whatsapp youtube twitter
internet computer laptop iphone samsung xiaomi nokia huawei android linux ubuntu
qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe asdasd zxczxc
qwer asdf zxcv qwaszx poiuytrewq lkjhgfdsa mnbvcxz wsxedc edcrfv poiuy
abc abcd abcde abcdef abcdefg abcdefgh abcabc aaaaaa
iloveyou ilovegod love lovely lover loveme lovelove sweetheart sweety honey baby babygirl princess prince angel sunshine
summer winter autumn spring flower rainbow butterfly star stars moon heaven forever friends friend family mother father
mommy daddy sister brother kitty kitten puppy doggy monkey dragon tiger lion panther wolf bear eagle falcon dolphin
shadow ninja samurai warrior knight killer hunter ranger rocker slayer phoenix legend hero superman batman spiderman
ironman pokemon naruto pikachu starwars matrix minecraft counterstrike dota warcraft starcraft gamer playboy player
football soccer hockey baseball basketball tennis boxing golf fishing racing ferrari porsche mercedes bmw audi toyota
honda mazda nissan lexus volkswagen skoda daewoo lanos harley yamaha suzuki mustang corvette
dynamo dynamokiev shakhtar shakhtardonetsk juventus barcelona realmadrid chelsea liverpool arsenal manchester
michael jordan jennifer jessica ashley amanda nicole daniel andrew joshua matthew robert thomas charlie george william
anthony alexander alexandra sasha masha dasha natasha natalia nastya anastasia olga olena elena irina iryna ivan petro
andriy andrey sergey serhiy dmitriy dmytro maksim maxim vladimir volodymyr victor viktor viktoria victoria tatiana
tetiana oksana oleksandr aleksandr aleksey oleksiy nikita marina maryna svetlana svitlana yulia kristina bohdan bogdan
taras ostap artem denis denys roman pavlo yaroslav katya katerina kateryna mykola nikolay
ukraine ukraina ukrayina slavaukraini slavaukraine slava kyiv kiev lviv odesa odessa kharkiv kharkov dnipro donetsk
zaporizhzhia poltava vinnytsia chernihiv kherson mykolaiv sumy rivne lutsk uzhhorod ternopil crimea krym
svitlo energy energo elektro electro electric electricity electrik lichylnyk oblenergo
music guitar metallica nirvana eminem blink rammstein pink purple yellow orange silver golden black white green blue
chocolate cookie coffee pepper banana cheese cherry ginger vanilla pumpkin strawberry coca cocacola pepsi vodka
freedom liberty peace jesus christ blessed faith trustno trustme whatever nothing something anything nobody hunter
asshole fuck fuckyou fuckoff bitch sexy sexsex money dollar rich lucky happy smile cool supercool super power thunder
gfhjkm gfhjkmgfhjkm vjqgfhjkm vsqgfhjkm ghbdsn ghbdtn ghbdtnghbdtn dsnf. ctrhtn cjywt cjytxrj cjkywt cjkysirj k.,jd
k.,jdm k.,k. rj[fyyz rj[fyf rj[fybq vfvf vfvfvfvf vfvfgfgf nfnj gfgf ,f,ecz ,f,eirf ctcnhf ,hfn lbnbyf ljytxrf cbyjxjr
hjlbyf csvz pfqrf pfqxbr rjnbr rjirf cj,frf gtcbr cdsnkj cdsnkfyf cdtnkfyf cdsnfyjr jkz jktyf tktyf jkmuf yfnfif
yfnfksz yfcnz fylhsq fylhtq cthusq cthutq lvbnhj lvbnhbq vfrcbv djkjlbvbh dkflbvbh .kz .ksz vfhbyf shbyf bhbyf sdfy
bdfy gtnhj gtnh nfhfc jcnfg ,julfy fhntv hjvfy hjvf cfif cfitymrf lfif vfif rfnz nfyz ktyf jktu jktrcfylh fktrcfylh
erhf]yf erhfbyf erhfsyf ckfdferhf]ys ckfdferhfbyb uthjzv rb]d rbtd rbsd kmdsd jltcf jltccf [fhrsd lysghj ljytwmr
gjknfdf dsyybwz ;bnjvbh lbyfvj if[nfh xjhyj,bkm fynjy fyfcnfcsz dsrnjh dbrnjh ljrnjh lbhtrnjh ,e[ufknth flvsy
flvsyscnhfnjh rjhbcnedfx ujcnm ntcn kjusy d[sl rf,sytn tythusz tktrnhbrf tktrnhj ksxbkmybr cdj,jlf djkz gthtvjuf dtcyf
pbvf ksnj jcsym rdsnrf nhjzylf hjvfirf rfkbyf cjkjdtqrj cjrsk jhtk djdr dtlvslm nbuh lhfrjy rjcvjc aen,jk qwerty
asdfgh asdf zxcvbnm zrwed
`;

/** Common passwords with digits at the ends or inside, which the word list would miss. */
const patterns = `
1qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qazxsw2 zaq12wsx zaq1xsw2 1a2b3c4d a1b2c3d4 abc12345 123qweasd
123qweasdzxc qwe123qwe qwe123asd 1234qwer qwer1234 asdf1234 1q1q1q1q a1a1a1a1 p455w0rd pa55word passw0rd trustno1 ncc1701d
r2d2c3po 007007007 blink182 50cent50 4ever4ever
`;

/** Common passwords without digits and signs at their ends; Cyrillic ones by keys. */
export const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean));

/** Common passwords as typed. */
export const commonPatterns: ReadonlySet<string> = new Set(patterns.split(/\s+/).filter(Boolean));

/** Cyrillic letters in keyboard order, row by row, and the Latin letters of the same keys. */
const CYRILLIC =
  '\u0439\u0446\u0443\u043a\u0435\u043d\u0433\u0448\u0449\u0437\u0445\u0457\u0444\u0456\u0432\u0430\u043f\u0440\u043e\u043b\u0434\u0436\u0454\u044f\u0447\u0441\u043c\u0438\u0442\u044c\u0431\u044e\u0491\u044b\u044a\u044d\u0451';
const KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.us]'`";
const keyOf = new Map(Array.from(CYRILLIC, (letter, index) => [letter, KEYS.charAt(index)]));

/** Maps a text to the Latin letters of its keys; other characters are unchanged. */
function keysOf(text: string): string {
  return Array.from(text, (letter) => keyOf.get(letter) ?? letter).join('');
}

const UKRAINIAN_ALPHABET =
  '\u0430\u0431\u0432\u0433\u0491\u0434\u0435\u0454\u0436\u0437\u0438\u0456\u0457\u0439\u043a\u043b\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447\u0448\u0449\u044c\u044e\u044f';
const forward = [
  'abcdefghijklmnopqrstuvwxyz',
  keysOf(UKRAINIAN_ALPHABET),
  '01234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qawsedrftgyhujikolp',
  '!@#$%^&*()',
];
const RUNS = [...forward, ...forward.map((run) => Array.from(run).reverse().join(''))];
const SHORTEST_RUN = 3;

/** Number of characters (by key, in small letters) outside runs of the alphabet, digits or neighbouring keys. */
function countOutsideRuns(keys: string): number {
  let outside = 0;
  let at = 0;
  while (at < keys.length) {
    const length = runLengthAt(keys, at);
    if (length < SHORTEST_RUN) outside += 1;
    at += length < SHORTEST_RUN ? 1 : length;
  }
  return outside;
}

function runLengthAt(keys: string, at: number): number {
  let length = 1;
  while (at + length < keys.length && RUNS.some((run) => run.includes(keys.slice(at, at + length + 1)))) {
    length += 1;
  }
  return length;
}

type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Character classes with their sizes. */
const KINDS: readonly (readonly [kind: RegExp, count: number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[\u0430-\u0449\u044c\u044e\u044f\u0454\u0456\u0457\u0491]/, 33],
  [/[\u0410-\u0429\u042c\u042e\u042f\u0404\u0406\u0407\u0490]/, 33],
  [/[^a-zA-Z\d\u0400-\u04ff]/, 33],
];

/** Minimum bits of a fair, good and very good password. */
const STEPS = [42, 56, 76];

/**
 * Strength of an allowed password, 1–4, by its length and character classes. Only the beginning of a run of keys or
 * of a repeated character counts.
 */
function strengthOf(text: string): PasswordStrength {
  const plain = text.replace(/(.)\1+/gu, '$1');
  const alphabet = KINDS.reduce((sum, [kind, count]) => (kind.test(text) ? sum + count : sum), 0);
  const inRuns = plain.length - countOutsideRuns(keysOf(plain.toLowerCase()));
  const bits = (plain.length - inRuns * 0.75) * Math.log2(Math.max(2, alphabet));
  return (1 + STEPS.filter((step) => bits >= step).length) as PasswordStrength;
}

/**
 * Why a password is refused, or 'good'. 'common': in leaked lists or quickly guessed; 'personal': little more than
 * phone, e-mail or name.
 */
type PasswordVerdict = 'good' | 'short' | 'long' | 'common' | 'personal';

export interface PasswordAssessment {
  readonly verdict: PasswordVerdict;
  /** 0: refused; 1 weak … 4 very strong. */
  readonly strength: PasswordStrength;
}

/**
 * Assesses a new password: 8–128 characters, any of them; not a common one (also with digits or signs at its ends,
 * letters written as digits, or typed on the other keyboard), not a run of keys, not one short piece repeated, not
 * digits alone (also written as a date or phone), not made of personal data of its owner (phone, e-mail, names,
 * account). Source: product.md section 4.
 */
export function assessPassword(text: string, known: readonly string[]): PasswordAssessment {
  const composed = text.normalize('NFC');
  const verdict = assessComposed(composed, known);
  return { verdict, strength: verdict === 'good' ? strengthOf(composed) : 0 };
}

function assessComposed(text: string, known: readonly string[]): PasswordVerdict {
  const length = passwordLength(text);
  if (length < MIN_PASSWORD_LENGTH) return 'short';
  if (length > MAX_PASSWORD_LENGTH) return 'long';
  const lower = text.toLowerCase();
  if (isPersonal(lower, known, MIN_PASSWORD_LENGTH)) return 'personal';
  return isCommon(lower) ? 'common' : 'good';
}

function isCommon(lower: string): boolean {
  if (/^[\p{N}\s.,:;/()+-]*$/u.test(lower)) return true;
  if (isRepeated(lower) || countOutsideRuns(keysOf(lower)) < 3) return true;
  const cores = [lower, unLeet(lower)].map(core);
  return [lower, ...cores, ...cores.map(unLeet)].some(isKnownWord);
}

function isKnownWord(text: string): boolean {
  return commonPatterns.has(text) || commonWords.has(text) || commonWords.has(keysOf(text));
}

/** The text from its first to its last letter. */
function core(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

const LEET: Readonly<Record<string, string>> = tableOf({
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
});

/** Replaces digits and signs that imitate letters by these letters. */
function unLeet(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);
}

/** Whether the text repeats a piece shorter than a password. */
function isRepeated(text: string): boolean {
  for (let period = 1; period < MIN_PASSWORD_LENGTH && period * 2 <= text.length; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}
