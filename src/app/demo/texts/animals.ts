/** Demo articles that begin with an animal. */
import type { DemoArticle } from './article.ts';

export const bats: DemoArticle = {
  title: 'What bats can teach us about the next pandemic',
  description:
    'Spillover is not an accident of nature. It is a map of where people, animals and habitats are pressed together.',
  picture: 'bats',
  imageAlt: 'Drawing: bats stream from a cave across a full moon at dusk',
  daysAgo: 7,
  isFeatured: true,
  content: `<p>At dusk a limestone hill begins to smoke. It takes a moment to see that the smoke is made of wings: thousands of bats, leaving in a ribbon that bends over the fields and thins out among the fruit trees. For the farmer below they are a nuisance; for the trees, a workforce; for a virologist, a library.</p>
<h2>A library with no index</h2>
<p>There are more than 1,400 species of bats, about one in five of all mammals. They pollinate, they carry seeds, and the insect-eaters among them protect crops every night. They also live with viruses that, in other mammals, can be deadly. Hendra, Nipah and relatives of the SARS viruses have all been traced to bats or to close kin of what bats carry.</p>
<p>Most of what lives in a colony has never been described, and almost none of it will ever trouble a human. So the useful question is not <strong>what bats carry</strong>. It is <strong>what changes</strong> when a forest edge moves by two kilometres in ten years.</p>
<blockquote>The animal is the messenger. The landscape is the message.</blockquote>
<h2>Three lessons</h2>
<h3>1. Hunger moves viruses</h3>
<p>In eastern Australia, flying foxes used to follow the flowering of native forests through the winter. Where those forests were cleared, the animals settled near farms and gardens, ate poorer food and shed more virus. Years in which the remaining forests flowered well brought the bats away from people again, and with them the risk.</p>
<h3>2. The bridge is often an animal we know</h3>
<p>Nipah virus came to light in Malaysia in 1998, when fruit trees stood beside pig farms: bats dropped fruit, pigs ate it, and people fell ill. In Bangladesh the way was shorter. Bats drank from the pots that collect the sap of date palms.</p>
<h3>3. The mend can be cheap</h3>
<p>The answer in Bangladesh was not to fight the bats. It was a skirt of bamboo around the pot, made on the spot, that keeps them out. Elsewhere the mend is a strip of forest left standing, or fruit trees planted away from the sty.</p>
<h2>What a student can do with this</h2>
<ul><li>Ask, in every outbreak story, what happened to the land in the ten years before.</li><li>Learn who keeps watch where you live: bat groups, wildlife hospitals, laboratories.</li><li>Never handle a bat with bare hands, and never let a story about viruses become a reason to destroy a roost. Disturbed colonies move, and what they carry moves with them.</li></ul>
<p>A vet, a doctor and an ecologist who look at the same hill each see a third of it. That is the whole argument for standing there together.</p>`,
};

export const rabies: DemoArticle = {
  title: 'One bite, two patients: why rabies ends with dogs',
  description:
    'A disease that is nearly always fatal and nearly always preventable. The cheapest vaccine for people is the one given to a dog.',
  picture: 'hands',
  imageAlt: 'Drawing: an open hand and a paw that reach for each other',
  daysAgo: 54,
  content: `<p>Rabies is among the oldest diseases with a name, and among the strangest. Once symptoms begin it is almost always fatal. Before they begin it can almost always be stopped. Between these two facts the World Health Organization still counts about 59,000 human deaths a year, many of them children, most of them in Asia and Africa.</p>
<h2>Follow the dog</h2>
<p>Up to 99 of 100 human cases go back to the bite of a dog. That makes rabies a problem of medicine only at its very end. For most of its way it is a question of veterinary work, of waste on the streets, of schools, of roads on which a vaccine can stay cold.</p>
<p>Where about 70 per cent of the dogs are vaccinated, the virus no longer finds enough hosts and the chain breaks, for dogs and for people. No other measure comes near it in price.</p>
<blockquote>Treating people saves the bitten. Vaccinating dogs saves those who will never know.</blockquote>
<h2>Why not simply remove the dogs?</h2>
<p>Because it has been tried, and it does not work. Where dogs are culled, others move in; the new ones are younger, unvaccinated and on the move. Trust goes as well: people hide their animals from the next team at the door, even if that team brings a vaccine.</p>
<h2>What works</h2>
<ol><li><strong>Regular campaigns</strong>, every year, at places that people can walk to with a dog.</li><li><strong>Counting</strong>: a coloured collar or a dab of paint shows the next day how many were reached.</li><li><strong>Teaching children</strong> how to stand when a strange dog comes near, and to tell an adult about every bite.</li><li><strong>A shared telephone number</strong>, so that the clinic that sees the bite and the vet who can find the dog learn of each other within the hour.</li></ol>
<h2>If it happens to you</h2>
<p>Wash the wound at once with soap and plenty of running water, for fifteen minutes. Then go to a doctor the same day, also when the scratch is small and the animal looked healthy. Ask, before you travel, whether a vaccination beforehand makes sense for you.</p>
<p>Governments and international organisations have set themselves the aim of no human deaths from dog rabies by 2030. Whether that year holds or not, the direction is clear, and it starts at the other end of the lead.</p>`,
};

export const vultures: DemoArticle = {
  title: 'The vultures and the painkiller',
  description:
    'A cheap drug for cattle emptied the sky over South Asia. What followed is the plainest lesson in One Health that we know.',
  picture: 'leaves',
  imageAlt: 'Drawing: three leaves over three circles that interlock',
  daysAgo: 110,
  content: `<p>In the 1990s people in northern India began to notice something by its absence. The vultures, which had stood on every carcass and circled over every town, were going. Within some fifteen years, three species had lost well over nine tenths of their number.</p>
<h2>A long search for the cause</h2>
<p>At first everybody looked for an infection. It was the reasonable guess: a quick, wide decline, birds found dead under their trees with the signs of kidney failure. The answer came in 2004 and it was not a germ. It was <strong>diclofenac</strong>, a painkiller that is harmless to cattle, was cheap, and was given to many animals in their last days. A vulture that fed on such a carcass died of it.</p>
<h2>What a vulture does all day</h2>
<p>Nobody had counted the work of vultures, because it had always been done for nothing. A flock can clean a carcass in less than an hour. Without them:</p>
<ul><li>carcasses lay for days, near wells and rivers;</li><li>dogs found more to eat, and there were more of them;</li><li>with more dogs came more bites, and with them the fear of rabies;</li><li>people whose funeral rites depend on the birds lost a part of their religion.</li></ul>
<blockquote>We did not know what they were worth until we had to pay for it.</blockquote>
<h2>The mend</h2>
<p>In 2006 India, Pakistan and Nepal banned the veterinary use of the drug. Another one, meloxicam, does the same for the cow and does no harm to the bird. Laboratories, farmers, drug makers, lawyers and ornithologists all had to agree on that one sentence. Breeding centres now raise birds for release, and around them the work goes on for zones without any dangerous drug.</p>
<h3>What we take from it</h3>
<ol><li>A medicine does not end where the patient ends.</li><li>Whoever tests a drug for one species should ask who eats that species.</li><li>Long, dull counting of common animals is what made the discovery possible at all.</li></ol>
<p>The story is told in lectures as one of loss. It can also be told as a story about a problem that was understood within a few years, by people who had no common profession, and stopped with a ban and a better pill.</p>`,
};
