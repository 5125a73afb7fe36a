/** Demo events and committee members. */

export type DemoEvent = {
  title: string;
  description: string;
  location: string;
  /** Days from today, negative for the past. */
  inDays: number;
  /** HH:MM in the site's time zone. */
  time: string;
  picture: string | null;
  /** Of the end: the day after the first one, 0 for the same, and its time. */
  end?: { afterDays: number; time: string };
  /** Why it is called off. */
  cancelled?: string;
  signup?: { capacity: number; maxPlaces: number; questions: string };
  address?: string;
  onlineUrl?: string;
  ticketUrl?: string;
};

const note = 'This is a demo event that came with the site; nobody will be there.';

export const demoEvents: DemoEvent[] = [
  {
    title: 'Antimicrobial Resistance: One World, One Problem',
    description: `An evening on resistant bacteria in the ward, the barn and the river, with short talks from three subjects and a long discussion.\nTea and biscuits from six. No previous knowledge needed.\n${note}`,
    location: 'Lecture Theatre B',
    inDays: 9,
    time: '18:30',
    end: { afterDays: 0, time: '20:30' },
    signup: { capacity: 40, maxPlaces: 2, questions: 'Is there something you cannot eat?' },
    picture: 'microscope',
  },
  {
    title: 'Journal Club: Plastic in Fish, Gulls and People',
    description: `One paper, six pages, read together: what was measured, in whom, and what the headline made of it.\nWe send nothing beforehand; copies lie on the table.\n${note}`,
    location: 'Seminar Room 2',
    inDays: 13,
    time: '17:30',
    end: { afterDays: 0, time: '18:30' },
    picture: null,
  },
  {
    title: 'City Farm Volunteering Weekend',
    description: `Mucking out, planting beans and a walk around the animals with the question of who keeps whom healthy.\nBring boots and something to share for lunch. Gloves are there.\n${note}`,
    location: 'Hillside City Farm',
    inDays: 17,
    time: '10:00',
    end: { afterDays: 1, time: '16:00' },
    picture: 'farm',
  },
  {
    title: 'Careers Evening: Vets, Medics and Ecologists at One Table',
    description: `Eight people who work between the subjects, one for each table, and a bell every fifteen minutes.\nAsk them how they got there, and what they would leave out.\n${note}`,
    location: 'Great Hall, North Gallery',
    inDays: 24,
    time: '18:00',
    end: { afterDays: 0, time: '20:00' },
    signup: { capacity: 64, maxPlaces: 1, questions: 'What do you study?' },
    picture: 'hands',
  },
  {
    title: 'Winter Quiz',
    description: `Forty questions on people, animals and the places they share. Teams of up to six; who comes alone finds one at the door.\n${note}`,
    location: "Students' Union, Garden Room",
    inDays: 31,
    time: '19:30',
    ticketUrl: 'https://example.org/tickets',
    picture: null,
  },
  {
    title: 'Wetlands Walk with the Ecology Society',
    description: `Two slow hours along the reeds: birds, midges, water, and what all three have to do with public health.\nMeet at the gate. Binoculars help, a warm coat helps more.\n${note}`,
    location: 'Marsh Lane Reserve',
    inDays: 38,
    time: '09:00',
    cancelled: 'The reserve is closed while birds rest there. We try again in spring.',
    picture: 'wetland',
  },
  {
    title: 'Online Talk: Ending Rabies, from the Village to the Ministry',
    description: `How a vaccination campaign for dogs is planned, paid for and counted, told by people who have run one.\nThe link works ten minutes before the start.\n${note}`,
    location: 'Online',
    inDays: 45,
    time: '13:00',
    end: { afterDays: 0, time: '14:00' },
    onlineUrl: 'https://example.org/meeting',
    picture: null,
  },
  {
    title: 'Film Night: Above the Towers',
    description: `A documentary about the vultures of a large city, with a short talk beforehand and arguments afterwards.\n${note}`,
    location: 'Lecture Theatre A',
    inDays: 52,
    time: '19:00',
    picture: null,
  },
  {
    title: 'Case Night: One Bite, Two Patients',
    description: `Students of medicine and of veterinary medicine work through the same rabies case in mixed tables, each with half of the facts.\nCome alone, leave with a team.\n${note}`,
    location: 'Seminar Room 2',
    inDays: 61,
    time: '19:00',
    picture: null,
  },
  {
    title: 'Welcome Evening for New Members',
    description: `Who we are, what the year holds, and a quiz in which the animals win.\n${note}`,
    location: "Students' Union, Garden Room",
    inDays: -24,
    time: '18:00',
    picture: null,
  },
  {
    title: 'Laboratory Tour: From Swab to Sequence',
    description: `Two hours behind the doors of a diagnostic laboratory that takes samples from hospitals and from farms.\n${note}`,
    location: 'Institute of Microbiology, Foyer',
    address: '12 Example Road',
    inDays: -52,
    time: '14:00',
    end: { afterDays: 0, time: '16:00' },
    picture: 'microscope',
  },
  {
    title: 'Picnic in the Botanic Garden',
    description: `Blankets, bread, and a walk to the plants that both medicine and veterinary medicine owe something to.\n${note}`,
    location: 'Botanic Garden, South Lawn',
    inDays: -81,
    time: '12:00',
    picture: null,
  },
];

export type DemoMember = { name: string; position: string; bio: string };

export const demoMembers: DemoMember[] = [
  member('One', 'President', 'Chairs the meetings and keeps the society’s promises in one list.'),
  member('Two', 'Vice President', 'Finds the people from other subjects whom nobody else thought of asking.'),
  member('Three', 'Events Officer', 'Books rooms, farms and weather. Two of the three usually hold.'),
  member('Four', 'Treasurer', 'Knows what the biscuits cost and that they are worth it.'),
  member('Five', 'Secretary', 'Writes down what was decided, and reminds everybody of it.'),
  member('Six', 'Wellbeing Officer', 'Looks after those who look after others.'),
  member('Seven', 'Media Officer', 'Takes the pictures and asks before showing them.'),
  member('Eight', 'Sustainability Officer', 'Counts the cups, and brings the ones that can be washed.'),
  member('Nine', 'Schools Officer', 'Takes a skeleton of a dog to classrooms. It is a good listener.'),
  member('Ten', 'First-Year Representative', 'Says what is hard to find for somebody who has just arrived.'),
];

function member(number: string, position: string, duty: string): DemoMember {
  return {
    name: `Demo Member ${number}`,
    position,
    bio: `${duty}\nThis is a demo profile that came with the site, not a real person.`,
  };
}
