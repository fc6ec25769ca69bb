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
