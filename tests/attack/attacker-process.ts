/** Posts from a process of its own, so that a visitor's times are the site's. Prints how many were answered. */
import { posts } from './attackers.ts';

const [count = '', post = '', target = ''] = process.argv.slice(2);
const attack = posts(Number(count), JSON.parse(post), JSON.parse(target));
setInterval(() => console.log(attack.ended()), 200);
