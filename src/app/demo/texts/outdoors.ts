/** Demo articles from outdoors. */
import type { DemoArticle } from './article.ts';

export const wetland: DemoArticle = {
  title: 'What a wetland does all day',
  description:
    'It cleans water, slows floods and feeds birds on their way south. It is also where their viruses change hands.',
  picture: 'wetland',
  imageAlt: 'Drawing: a heron among reeds at the edge of still water',
  daysAgo: 26,
  content: `<p>From the hide you see very little. Reeds, water, a heron that has not moved for twenty minutes. It looks like a place where nothing happens, which is why so many of them have been drained: by one common estimate about a third of the world's wetlands have gone since 1970.</p>
<h2>Three jobs, unpaid</h2>
<ul><li><strong>Water works.</strong> Between the roots of reeds, bacteria take nitrogen out of what runs off the fields. Mud and leaves hold back much of the rest.</li><li><strong>Flood defence.</strong> What a marsh soaks up in January arrives in the town in March, in portions.</li><li><strong>Larder.</strong> Ducks, geese and waders rest and feed here between the Arctic and Africa. Without the stop they do not arrive.</li></ul>
<figure><img src="river" alt="Drawing: a river in long bends between trees, with a mill on its bank"><figcaption>Upstream decides: what leaves the fields and the mill passes through the reeds before it reaches the next town.</figcaption></figure>
<h2>A meeting place</h2>
<p>Where birds of many species meet in shallow water, so do their viruses. Avian influenza lives in the gut of wild ducks, often without making them ill, and is shed into the water that the others drink. Since 2021 the H5N1 strain has killed wild birds on a scale never recorded before, and it has been found in seals, foxes, cats and dairy cows.</p>
<blockquote>The marsh did not make the virus more dangerous. Crowded sheds next to it did a good part of that.</blockquote>
<h2>Drain it, then?</h2>
<p>It has been tried. The birds do not disappear: they move to what is left, stand closer together, and find the ponds between the poultry sheds. The same holds for mosquitoes. A healthy marsh has dragonflies, fish and bats that eat their larvae and their young; a ditch behind a car park has none.</p>
<ol><li>Keep domestic ducks away from open water while infected birds pass through.</li><li>Count and test wild birds all year, not only when they lie dead on the beach.</li><li>Leave room: a wide edge of reeds between the marsh and the farm.</li><li>Write down what the place does for the town, in money if it must be, before somebody offers to build on it.</li></ol>
<p>The heron, by the way, got its fish. It takes patience to see what a wetland does.</p>`,
};

export const farm: DemoArticle = {
  title: 'Your first farm visit, in ten questions',
  description: 'What to wear, what to ask, what not to touch, and why the farmer looks at your boots before your face.',
  picture: 'farm',
  imageAlt: 'Drawing: rows of vegetables, a beehive and a greenhouse in front of a town',
  daysAgo: 45,
  content: `<p>Students of veterinary medicine spend months on farms. Students of medicine, nursing or law may never have set foot on one, and yet much of what they will deal with begins there. Here is what we wish somebody had told us before the first visit.</p>
<h2>Before you leave</h2>
<p><strong>1. Whom do I ask?</strong> The farmer, by telephone, at noon. Not by e-mail, and not at milking time.</p>
<p><strong>2. What do I wear?</strong> Things that can be washed at 60 °C, and rubber boots that have been on no other farm this week.</p>
<p><strong>3. Who should stay at home?</strong> Anyone with a stomach bug or influenza: pigs catch human influenza, too. If you are pregnant, stay away from sheep and goats that are giving birth.</p>
<h2>At the gate</h2>
<p><strong>4. Why the footbath?</strong> Because the last visitor came from somewhere. Foot-and-mouth disease travelled on boots and tyres across Britain in 2001; more than six million animals were killed.</p>
<p><strong>5. Where may I go?</strong> From the young animals to the old ones, from the healthy to the ill, never back.</p>
<figure><img src="hands" alt="Drawing: a hand and a paw reach towards each other"><figcaption>The cheapest protection there is: soap, warm water and twenty seconds, before the sandwich.</figcaption></figure>
<p><strong>6. May I touch them?</strong> Ask. Then wash your hands before you touch your face, your telephone or your lunch.</p>
<h2>What to look for</h2>
<table><thead><tr><th>What you see</th><th>What it may tell</th></tr></thead><tbody><tr><td>How the animals lie, and whether all do</td><td>Comfort, heat, lameness</td></tr><tr><td>Water: clean, enough, at the right height</td><td>Most of what matters</td></tr><tr><td>The medicine cupboard and its book</td><td>What is treated, how often, and with what</td></tr><tr><td>Open windows, fans, wet litter</td><td>What people and animals breathe</td></tr></tbody></table>
<h2>What to ask</h2>
<p><strong>7.</strong> What worries you most this year?</p>
<p><strong>8.</strong> When did you last need the vet at night?</p>
<p><strong>9.</strong> Who helps when you are ill yourself?</p>
<p><strong>10.</strong> What do people in the town get wrong about this place?</p>
<p>Then listen. The tenth question takes an hour, and it is the reason to come.</p>`,
};
