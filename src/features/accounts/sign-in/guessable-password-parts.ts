/**
 * Words common in passwords: a hand-made list, one idea per line, in lower case. A longer form is listed only when
 * it contains no shorter one.
 */
const lines = `
password passwort passphrase passcode passwd motdepasse contrasena senha parola wachtwoord heslo salasana
admin administrator root user username guest login logon signin sysadmin webmaster superuser operator default
welcome willkommen bienvenue hello hallo hey letmein openup opensesame access enter entry secret geheim private
changeme change temporary temp test testing tester demo sample example qwerty qwertz azerty asdf zxcv trustnoone
iloveyou loveyou loveme lovely love lover liebe amour forever always angel babygirl baby honey sweetie sweetheart
princess prince queen king knight dragon monkey tiger lion eagle wolf panther horse puppy kitten kitty doggy cat dog
sunshine sunny rainbow flower butterfly summer winter spring autumn season weather snow storm thunder
football soccer baseball basketball hockey tennis golf rugby cricket volleyball liverpool arsenal chelsea barcelona
manchester united madrid juventus bayern yankees cowboys lakers steelers
superman batman spiderman ironman hulk avengers starwars skywalker yoda pokemon pikachu matrix hogwarts harrypotter
gandalf frodo naruto minecraft fortnite roblox nintendo playstation xbox gaming gamer
master mustang ferrari porsche mercedes corvette harley yamaha toyota
shadow killer hunter ranger ninja samurai warrior soldier hero legend phoenix silver golden diamond
computer internet google facebook twitter instagram youtube microsoft windows apple samsung android iphone laptop
whatever nothing something anything everything freedom peace trust faith hope believe blessed jesus christ heaven
money dollar million rich success winner lucky happy smile friend friends family mother mom father dad sister brother
chocolate cookie cheese banana orange cherry coffee pizza pepper ginger vanilla strawberry
music guitar metallica nirvana eminem rockstar party dance
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday morning tonight today
london paris berlin dublin edinburgh america england scotland ireland france germany canada australia europe
michael michelle jennifer jessica ashley amanda daniel andrew anthony thomas charlie jordan robert joshua matthew
nicole justin george martin alexander william samantha elizabeth victoria sophie emma james john david peter anna maria
school college university campus student students society studies study teacher professor doctor nurse science medicine
medical health onehealth vet veterinary animal animals people planet earth nature human humans future leaders leader
committee member members newsletter article articles event events website site web page editor editors publish
`;

export const commonWords: ReadonlySet<string> = new Set(lines.split(/\s+/).filter(Boolean));

/** Sequences of keys and characters that people type, in both directions. */
export const walks: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
].flatMap((walk) => [walk, walk.split('').toReversed().join('')]);
