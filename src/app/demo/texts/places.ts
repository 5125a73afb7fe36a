/** Demo articles that begin with a place. */
import type { DemoArticle } from './article.ts';

export const soil: DemoArticle = {
  title: 'Soil, supper and superbugs',
  description:
    'Antibiotics came out of the soil, and so did the resistance to them. A walk from a field to a ward and back again.',
  picture: 'soil',
  imageAlt: 'Drawing: a field cut open, with leaves above and roots, stones and microbes below',
  daysAgo: 19,
  content: `<p>Take a teaspoon of garden soil. In it live more microbes than there are people on earth, and they have been at war for longer than there have been animals. Some of their weapons we know by other names: streptomycin, tetracycline, vancomycin. Most of the antibiotics in a hospital pharmacy go back to something that a soil microbe once made for itself.</p>
<h2>Older than medicine</h2>
<p>Who makes a weapon needs a shield. Genes for resistance have been found in permafrost that froze 30,000 years ago, long before anybody wrote a prescription. Resistance is not our invention. What we have done is to reward it, everywhere at once.</p>
<h2>One gene, four stops</h2>
<ol><li><strong>The barn.</strong> An animal is treated, often with good reason. A large part of many antibiotics leaves the body unchanged.</li><li><strong>The field.</strong> Manure brings the drug, and the bacteria that survived it, to the soil.</li><li><strong>The table.</strong> Water, vegetables, meat and hands carry them on. Bacteria swap genes across species, as neighbours lend tools.</li><li><strong>The ward.</strong> A drug fails in a patient who has never been near a farm. And from the ward, by way of the sewer, the road leads back.</li></ol>
<p>A study of the year 2019 estimated that resistant bacteria were the direct cause of about 1.27 million deaths worldwide. None of the four stops can bring that number down alone.</p>
<blockquote>An antibiotic is the only medicine that works less well for you because somebody else has taken it.</blockquote>
<h2>What helps</h2>
<ul><li><strong>Keep animals healthy</strong>: space, clean water, vaccines. Whoever needs no treatment needs no antibiotic.</li><li><strong>Test first</strong> where a test is at hand, in the clinic and in the barn.</li><li><strong>Keep some drugs back</strong> for people who have nothing else.</li><li><strong>Store and rest manure</strong>: time and heat break down much of what is in it.</li><li><strong>Look at the drain</strong>: what leaves a town in its waste water tells what its people and animals carry.</li></ul>
<p>The European Union ended the use of antibiotics as growth promoters in 2006. Many European countries have cut the sales of veterinary antibiotics since then by half and more, and their farms are still there. It can be done, when those who write prescriptions for two legs and for four read the same figures.</p>`,
};

export const heat: DemoArticle = {
  title: 'Heatwaves are a veterinary problem too',
  description:
    'Cattle, carers and cooling: what a cow knows about a hot night, and why the people who look after her should be asked.',
  picture: 'heat',
  imageAlt: 'Drawing: cattle in the shade of a lone tree under a large red sun',
  daysAgo: 33,
  content: `<p>On the third day of a heatwave the wards of a hospital are full. On the same day milk tanks are half empty, dogs lie on the tiles of veterinary practices, and those who work in barns and fields drink too little because there is no time. It is one event. It is recorded in four different systems that do not know of each other.</p>
<h2>A cow is a small stove</h2>
<p>A dairy cow turns a great deal of feed into milk, and heat is the by-product. She sweats far less than we do. When the air is warm and damp she pants, stands instead of lying down, eats less, and after a few days gives less milk. Cows feel the heat well before people complain of it.</p>
<p>Vets put it into one figure, the temperature-humidity index. In one common form, with the temperature <em>T</em> in °C and the relative humidity <em>RH</em> in per cent:</p>
<pre data-language="python">def thi(t, rh):
    return (1.8 * t + 32) - (0.55 - 0.0055 * rh) * (1.8 * t - 26)

thi(28, 60)  # 77.0: well above the comfort of a dairy cow</pre>
<p>From about 68 to 72 the milk of high-yielding cows begins to fall. In much of Europe such days were once rare.</p>
<blockquote>If the animals cannot cool down at night, neither can the people who sleep above the barn.</blockquote>
<h2>Who else is in the room</h2>
<ul><li><strong>Workers.</strong> Heat stress and dehydration strike those who cannot choose their hours.</li><li><strong>Pets and their owners.</strong> A dog with a short nose is in danger on a walk that his owner finds pleasant. An owner who falls ill at home may be found because of a dog.</li><li><strong>Midges, ticks and mosquitoes.</strong> Warm seasons let them breed for longer and further north. Bluetongue, a disease of cattle and sheep, has shown northern Europe how quickly that can go.</li></ul>
<h2>One plan instead of four</h2>
<ol><li>One warning that reaches clinics, farms, care homes and animal shelters on the same morning.</li><li>Shade and water counted as equipment: trees in the pasture, fans in the barn, a bowl at the bus stop.</li><li>Work before ten and after six, for people and for animals.</li><li>One table in which deaths, milk and emergency calls stand side by side, so that next summer's warning comes a day earlier.</li></ol>
<p>None of this needs a new science. It needs people who read each other's notes.</p>`,
};

export const river: DemoArticle = {
  title: 'What a river remembers',
  description:
    'Everything that a town swallows, washes off or pours away comes past the same bridge. Some cities have begun to read it.',
  picture: 'river',
  imageAlt: 'Drawing: a river in long bends between trees, with a mill on its bank',
  daysAgo: 80,
  content: `<p>Stand on a bridge downstream of any town and you stand at the end of a very long questionnaire. What people took for their headaches, what was sprayed in April, which gut viruses went around in the schools, what the cattle upstream were treated with: the river has an answer to all of it, at very low concentrations.</p>
<h2>Reading the drain</h2>
<p>To look for disease in waste water is not new. Polio programmes have done it for decades, because most infected people never notice anything but all of them shed the virus. In 2022 samples from sewage works in London showed poliovirus in the city, and children were offered another dose of vaccine before a single case of paralysis had been found there.</p>
<p>Since the coronavirus pandemic many more places sample their sewers. It is cheap for each person covered, it asks nobody for a name, and it also counts those who never see a doctor.</p>
<blockquote>A sewer treats everybody equally. It is the most democratic test we have.</blockquote>
<h2>What it cannot see</h2>
<ul><li><strong>Who is not connected.</strong> Houses with their own pit, camps, farms, boats.</li><li><strong>Who brought it.</strong> A resistant germ in the water may come from a ward, a kennel or a gull.</li><li><strong>How ill people are.</strong> A signal is not a diagnosis.</li></ul>
<p>So the water must be read together with something else: with the notes of general practitioners, of veterinary laboratories, and of those who count fish and mayflies.</p>
<h2>The river as a patient</h2>
<p>And the river is not only a messenger. Drugs that were made to act on living cells act on those of fish and algae as well. Warm, slow water in a dry summer lets toxic blue-green algae bloom, and then the first patients are often dogs that swam in it.</p>
<h3>A walk you can make</h3>
<ol><li>Find out where your drinking water comes from and where your waste water goes.</li><li>Walk between the two points.</li><li>Note every place where something enters the water, and who would know what it is.</li><li>Bring a friend who studies something else. Compare the lists.</li></ol>
<p>Unused medicine does not belong in the sink: pharmacies take it back or say where to bring it. It is the shortest of all One Health interventions, and everybody can start with it tonight.</p>`,
};
